//! Sorting with little code. The standard library's sorts are the fastest, and each of them is 4 to 6 KB of WebAssembly for
//! every type and order that is sorted: together they were 7 % of the page. Here one function orders indices for everybody.
//! It allocates, so playouts do not use it.

use std::cmp::Ordering;

/// Sorts a list. Equal items keep their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    for place in 0..items.len() {
        // Items before this place are already sorted; what stood there was swapped to where its own item came from.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        items.swap(place, from);
    }
}

/// Sorts a list by a key. Equal items keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts a list from the smallest item to the largest.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// The indices of a list in the order of its sorted items: a merge sort from the bottom up.
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = order.clone();
    let mut width = 1;
    while width < count {
        for from in (0..count).step_by(2 * width) {
            let (middle, end) = ((from + width).min(count), (from + 2 * width).min(count));
            let (mut left, mut right) = (from, middle);
            for place in &mut merged[from..end] {
                let takes_left =
                    left < middle && (right == end || compare(order[left], order[right]) != Ordering::Greater);
                let next = if takes_left { &mut left } else { &mut right };
                *place = order[*next];
                *next += 1;
            }
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    order
}

/// Collects into a map or a set item by item. `collect` would sort first, by code that is compiled for every kind of item.
pub fn gather<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut gathered = C::default();
    gathered.extend(items);
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn lists_are_sorted_like_the_standard_library_sorts_them() {
        let mut random = Random::new(5);
        for count in 0..70 {
            let items: Vec<(u32, usize)> = (0..count).map(|index| (random.below(9), index)).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs, "equal items keep their order");
            sort_by(&mut ours, |one, other| other.cmp(one));
            theirs.sort_by(|one, other| other.cmp(one));
            assert_eq!(ours, theirs);
            sort(&mut ours);
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
        }
    }
}
