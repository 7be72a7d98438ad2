//! The strength of things from the battles that fleets of them won and lost: a logistic regression.
//!
//! The logit of Red's chance is a sum over columns: a column's weight times how much more of it Red has than Blue.

/// A battle: how much more of each column Red has, and Red's points (1, 0, or a half for a draw).
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) more: Vec<f64>,
    pub(super) points: f64,
}

impl Row {
    fn logit(&self, weights: &[f64]) -> f64 {
        self.more.iter().zip(weights).map(|(more, weight)| more * weight).sum()
    }

    /// Red's chance with these weights.
    pub(super) fn chance(&self, weights: &[f64]) -> f64 {
        1.0 / (1.0 + (-self.logit(weights)).exp())
    }
}

/// The weight of every column.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) weights: Vec<f64>,
}

/// What a fit knows of a column before the first battle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// The least weight that it can have.
    least: f64,
    /// How strongly its weight is pulled towards 0. Battles outweigh it, the more of them the more.
    ridge: f64,
}

impl Column {
    /// Any weight.
    pub(super) const FREE: Self = Self { least: f64::NEG_INFINITY, ridge: RIDGE };

    /// No weight less than this.
    pub(super) const fn at_least(least: f64) -> Self {
        Self { least, ridge: RIDGE }
    }

    /// Any weight, but near 0 unless the battles say otherwise.
    pub(super) const fn near_0(ridge: f64) -> Self {
        Self { least: f64::NEG_INFINITY, ridge }
    }
}

/// Keeps the weights of columns that hardly occur near 0, and the equations solvable. The battles outweigh it.
const RIDGE: f64 = 1e-3;
/// No result is less likely than this.
const CERTAIN: f64 = 1e-6;
/// Newton's method is at its goal long before this.
const STEPS: usize = 60;
/// How often a step is halved until it leads nearer to the goal.
const HALVED: i32 = 30;

impl Fit {
    /// The weights under which these battles are the most likely.
    pub(super) fn of(rows: &[Row], columns: &[Column]) -> Self {
        let count = columns.len();
        let mut weights: Vec<f64> = columns.iter().map(|column| column.least.max(0.0)).collect();
        let mut surprise = surprise(rows, columns, &weights);
        for _ in 0..STEPS {
            let mut slope: Vec<f64> =
                weights.iter().zip(columns).map(|(weight, column)| -column.ridge * weight).collect();
            let mut matrix = vec![vec![0.0; count]; count];
            for (index, line) in matrix.iter_mut().enumerate() {
                line[index] = columns[index].ridge;
            }
            for row in rows {
                let chance = row.chance(&weights);
                let (off, spread) = (row.points - chance, chance * (1.0 - chance));
                for (index, more) in row.more.iter().enumerate().filter(|(_, more)| **more != 0.0) {
                    slope[index] += off * more;
                    for (sum, other) in matrix[index].iter_mut().zip(&row.more) {
                        *sum += spread * more * other;
                    }
                }
            }
            let held = |index: usize| weights[index] <= columns[index].least && slope[index] <= 0.0;
            let step = solve_without(&matrix, &slope, &(0..count).map(held).collect::<Vec<bool>>());
            // A whole step of Newton's method can lead too far; a part of it never does.
            let nearer = (0..HALVED).find_map(|halved| {
                let part = 0.5_f64.powi(halved);
                let moved = weights.iter().zip(&step).zip(columns);
                let moved: Vec<f64> =
                    moved.map(|((weight, step), column)| (weight + part * step).max(column.least)).collect();
                let found = self::surprise(rows, columns, &moved);
                (found <= surprise).then_some((moved, found))
            });
            let Some((moved, found)) = nearer else { break };
            let is_there = weights.iter().zip(&moved).all(|(before, now)| (now - before).abs() < 1e-7);
            (weights, surprise) = (moved, found);
            if is_there {
                break;
            }
        }
        Self { weights }
    }
}

/// What a fit makes as small as it can: the surprise at the results, and the pull of the ridges.
fn surprise(rows: &[Row], columns: &[Column], weights: &[f64]) -> f64 {
    let pull: f64 = weights.iter().zip(columns).map(|(weight, column)| 0.5 * column.ridge * weight * weight).sum();
    let of = |row: &Row| {
        let logit = row.logit(weights);
        // ln(1 + e^x) without an overflow.
        logit.max(0.0) + (-logit.abs()).exp().ln_1p() - row.points * logit
    };
    pull + rows.iter().map(of).sum::<f64>()
}

/// Solves the equations with the unknowns that are held where they are left at 0.
fn solve_without(matrix: &[Vec<f64>], right: &[f64], held: &[bool]) -> Vec<f64> {
    let kept = |line: usize, column: usize| match (held[line] || held[column], line == column) {
        (false, _) => matrix[line][column],
        (true, same) => f64::from(u8::from(same)),
    };
    let all = 0..right.len();
    let lines: Vec<Vec<f64>> = all.clone().map(|line| all.clone().map(|column| kept(line, column)).collect()).collect();
    let right: Vec<f64> = right.iter().zip(held).map(|(right, held)| if *held { 0.0 } else { *right }).collect();
    solve(&lines, &right)
}

/// How well chances foretell results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quality {
    /// The mean of −ln(chance of what happened): 0.693 for a coin, less is better.
    pub(super) log_loss: f64,
    /// The mean distance between the chance and the share of wins, over ten equal parts of the battles.
    pub(super) off: f64,
}

impl Quality {
    pub(super) fn of(rows: &[Row], weights: &[f64]) -> Self {
        // A chance of 0 would make one surprise outweigh everything.
        let chance = |row: &Row| row.chance(weights).clamp(CERTAIN, 1.0 - CERTAIN);
        let mut told: Vec<(f64, f64)> = rows.iter().map(|row| (chance(row), row.points)).collect();
        told.sort_by(|a, b| a.0.total_cmp(&b.0));
        let loss = |(chance, points): &(f64, f64)| -(points * chance.ln() + (1.0 - points) * (1.0 - chance).ln());
        let tenth = told.len().div_ceil(10).max(1);
        let parts = told.chunks(tenth).map(|part| {
            let off: f64 = part.iter().map(|(chance, points)| points - chance).sum();
            off.abs() / part.len() as f64
        });
        let parts: Vec<f64> = parts.collect();
        Self {
            log_loss: told.iter().map(loss).sum::<f64>() / told.len() as f64,
            off: parts.iter().sum::<f64>() / parts.len() as f64,
        }
    }
}

/// Solves a system of equations by elimination. The matrix is symmetric and positive, so the pivots are on its diagonal.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut lines: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(line, right)| line.iter().copied().chain([*right]).collect()).collect();
    for pivot in 0..lines.len() {
        let (above, below) = lines.split_at_mut(pivot + 1);
        let own = &above[pivot];
        for line in below {
            let factor = line[pivot] / own[pivot];
            for (value, from) in line.iter_mut().zip(own).skip(pivot) {
                *value -= factor * from;
            }
        }
    }
    let mut solution = vec![0.0; lines.len()];
    for (index, line) in lines.iter().enumerate().rev() {
        let known: f64 = (index + 1..lines.len()).map(|other| line[other] * solution[other]).sum();
        solution[index] = (line[lines.len()] - known) / line[index];
    }
    solution
}

#[cfg(test)]
mod tests {
    use game::Random;

    use super::*;

    #[test]
    fn equations_are_solved() {
        let solution = solve(&[vec![4.0, 1.0], vec![1.0, 3.0]], &[1.0, 2.0]);
        assert!((solution[0] - 1.0 / 11.0).abs() < 1e-12 && (solution[1] - 7.0 / 11.0).abs() < 1e-12, "{solution:?}");
    }

    /// Battles that are drawn by known weights give these weights back. The standard error is about 0.03.
    #[test]
    fn a_fit_finds_the_weights_that_made_the_battles() {
        let wanted = [1.0, -0.5, 0.25];
        let mut random = Random::new(1);
        let rows: Vec<Row> = (0..4000)
            .map(|_| {
                let more: Vec<f64> = wanted.iter().map(|_| f64::from(random.below(5)) - 2.0).collect();
                let row = Row { more, points: 0.0 };
                let won = f64::from(random.unit()) < row.chance(&wanted);
                Row { points: f64::from(u8::from(won)), ..row }
            })
            .collect();
        let fit = Fit::of(&rows, &[Column::FREE; 3]);
        for (found, wanted) in fit.weights.iter().zip(wanted) {
            assert!((found - wanted).abs() < 0.1, "{found}, and not {wanted}");
        }
        // A weight that would be below its bound is at it, and the others make up for it.
        let bounded = Fit::of(&rows, &[0.0, 0.0, 0.3].map(Column::at_least));
        assert!((bounded.weights[1], bounded.weights[2]) == (0.0, 0.3) && bounded.weights[0] > 0.5, "{bounded:?}");
        // A strong ridge pulls its weight towards 0.
        let pulled = Fit::of(&rows, &[Column::FREE, Column::near_0(1e5), Column::FREE]);
        assert!(pulled.weights[1].abs() < 0.02 && pulled.weights[0] > 0.5, "{pulled:?}");
        let (known, coin) = (Quality::of(&rows, &fit.weights), Quality::of(&rows, &[0.0; 3]));
        assert!(known.log_loss < coin.log_loss - 0.1 && known.off < 0.03, "{known:?} {coin:?}");
        assert!((coin.log_loss - 2_f64.ln()).abs() < 1e-9);
    }
}
