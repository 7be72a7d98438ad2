//! The outline around many points.

use hex::Point;

/// The corners of the smallest convex outline around these points, clockwise as the screen has it.
pub(crate) fn around(mut points: Vec<Point>) -> Vec<Point> {
    game::sort_by(&mut points, |a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let side = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut half: Vec<Point> = Vec::new();
        for point in points {
            // A point that lies nearly on a side is no corner.
            while let [.., a, b] = half[..] {
                if side(a, b, point) > 0.1 {
                    break;
                }
                half.pop();
            }
            half.push(point);
        }
        half.pop(); // it begins the other half
        half
    };
    let mut outline = half(&mut points.iter().copied());
    outline.extend(half(&mut points.iter().rev().copied()));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_corners_are_in_the_outline() {
        let points = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0), (0.0, 1.0)];
        let outline = around(points.map(|(x, y)| Point::new(x, y)).to_vec());
        let corners: Vec<(f64, f64)> = outline.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(corners, [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        assert!(around(Vec::new()).is_empty());
    }
}
