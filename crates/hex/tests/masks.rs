//! A mask is a set of numbers below 128.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sixfold_hex::Mask;

fn sets() -> impl Strategy<Value = BTreeSet<usize>> {
    // Sparse, dense and full masks: a bit is set with each of several probabilities.
    (0..=8_u32).prop_flat_map(|eighths| {
        prop::collection::vec(0..8_u32, 128)
            .prop_map(move |draws| (0..128).filter(|&i| draws[i] < eighths).collect::<BTreeSet<_>>())
    })
}

fn mask(set: &BTreeSet<usize>) -> Mask {
    set.iter().copied().collect()
}

#[test]
fn masks_are_written_as_hexadecimal_strings() {
    let written = serde_json::to_string(&Mask(0x1f)).unwrap();
    assert_eq!(written, "\"0x1f\"");
    assert_eq!(serde_json::from_str::<Mask>(&written).unwrap(), Mask(0x1f));
    for wrong in ["\"1f\"", "\"0x\"", "\"0x+1\"", "\"0xg\"", "31", "\"0x100000000000000000000000000000000\""] {
        assert!(serde_json::from_str::<Mask>(wrong).is_err(), "{wrong}");
    }
    assert_eq!(format!("{:?}", Mask(0b1101)), "{0, 2, 3}");
}

#[test]
fn the_first_n_cells() {
    assert_eq!(Mask::first_n(0), Mask::EMPTY);
    assert_eq!(Mask::first_n(37).iter().collect::<Vec<_>>(), (0..37).collect::<Vec<_>>());
    assert_eq!(Mask::first_n(128), !Mask::EMPTY);
}

proptest! {
    #[test]
    fn set_operations_agree_with_sets(a in sets(), b in sets(), cell in 0..128_usize) {
        let (x, y) = (mask(&a), mask(&b));
        prop_assert_eq!(x | y, mask(&(&a | &b)));
        prop_assert_eq!(x & y, mask(&(&a & &b)));
        prop_assert_eq!(x ^ y, mask(&(&a ^ &b)));
        prop_assert_eq!(x - y, mask(&(&a - &b)));
        prop_assert_eq!(!x, mask(&(0..128).filter(|i| !a.contains(i)).collect()));
        prop_assert_eq!(x.intersects(y), !a.is_disjoint(&b));
        prop_assert_eq!(x.is_subset(y), a.is_subset(&b));
        prop_assert_eq!((x & y).is_subset(y), true);
        prop_assert_eq!((x.len(), x.is_empty(), x.first()), (a.len(), a.is_empty(), a.first().copied()));
        prop_assert_eq!(x.contains(cell), a.contains(&cell));
        prop_assert_eq!(serde_json::from_str::<Mask>(&serde_json::to_string(&x).unwrap()).unwrap(), x);
    }

    #[test]
    fn changing_in_place_agrees_with_sets(a in sets(), b in sets(), cell in 0..128_usize) {
        let y = mask(&b);
        let changed = |change: &dyn Fn(&mut Mask)| { let mut x = mask(&a); change(&mut x); x };
        prop_assert_eq!(changed(&|x| *x |= y), mask(&(&a | &b)));
        prop_assert_eq!(changed(&|x| *x &= y), mask(&(&a & &b)));
        prop_assert_eq!(changed(&|x| *x ^= y), mask(&(&a ^ &b)));
        prop_assert_eq!(changed(&|x| *x -= y), mask(&(&a - &b)));
        let single = BTreeSet::from([cell]);
        prop_assert_eq!(changed(&|x| x.insert(cell)), mask(&(&a | &single)));
        prop_assert_eq!(changed(&|x| x.remove(cell)), mask(&(&a - &single)));
        prop_assert_eq!(Mask::single(cell), mask(&single));
    }

    #[test]
    fn iteration_is_ascending_and_nth_agrees_with_it(a in sets()) {
        let x = mask(&a);
        prop_assert_eq!(x.iter().len(), a.len());
        prop_assert_eq!(x.iter().collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
        for (n, cell) in a.into_iter().enumerate() {
            prop_assert_eq!(x.nth(n), cell);
        }
    }
}
