//! One player's part in fair dice: first every seat commits to its share, then the shares are opened.
//!
//! A server that is in league with a seat could otherwise try many shares for that seat once it knows all the others. A
//! player who opens a share only after the commitments of all seats are there, and who compares every opened share with
//! the commitment to it, leaves the two nothing to try.
//!
//! ```
//! use sixfold_game::{Commitment, NotOpened, Pledge, Seat, Seed, Share, ShareCommitment, Verdict};
//!
//! let promise = Commitment::to(&Seed([7; 32])); // published by the server
//! let mut mine = Pledge::new(promise, Seat(0), Share([1; 32]));
//! let theirs = ShareCommitment::to(&promise, Seat(1), &Share([2; 32]));
//!
//! assert_eq!(mine.open(&[Some(mine.commitment()), None]), Err(NotOpened::SeatsMissing));
//! assert_eq!(mine.open(&[Some(mine.commitment()), Some(theirs)]), Ok(Share([1; 32])));
//! assert_eq!(mine.check(&promise, &[Share([1; 32]), Share([2; 32])]), Verdict::Kept);
//! assert_eq!(mine.check(&promise, &[Share([1; 32]), Share([3; 32])]), Verdict::Broken); // not the committed share
//! ```

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::fair::{Commitment, Share, ShareCommitment};
use crate::seat::Seat;

impl ShareCommitment {
    /// The commitment of a seat to its share in the match with this promise. The seat is a part of it, so that nobody can
    /// repeat the commitment of another seat as their own.
    pub fn to(promise: &Commitment, seat: Seat, share: &Share) -> Self {
        let hash = Sha256::new().chain_update(b"sixfold share 1").chain_update(promise.0);
        Self(hash.chain_update([seat.0]).chain_update(share.0).finalize().into())
    }

    /// Whether this is the committed share.
    pub fn opens_with(&self, promise: &Commitment, seat: Seat, share: &Share) -> bool {
        *self == Self::to(promise, seat, share)
    }
}

/// What a player has promised and was promised before the dice of a match were fixed. It is kept until the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pledge {
    /// The server's commitment to its secret.
    pub promise: Commitment,
    /// The player's seat.
    pub seat: Seat,
    /// The player's share. Nobody is told before it is opened.
    pub share: Share,
    /// The commitments of all seats that were there when this player first opened the share. None before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Vec<ShareCommitment>>,
}

/// Why a player does not open the share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOpened {
    /// A seat has not committed to its share yet.
    #[error("not every seat has committed to its share; the shares are opened when all have")]
    SeatsMissing,
    /// The commitment that the server tells for the player's own seat is not the player's.
    #[error("the server tells another commitment for the own seat than the one that was sent")]
    OwnChanged,
    /// The share was opened for other commitments. Whoever knows it could have chosen the new ones by it.
    #[error("a seat has committed to another share after the own one was opened")]
    SeatsChanged,
}

/// Whether the dice of a match were made as it was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// From the secret that was promised, from the player's own share, and from the shares that the others had committed to
    /// when the player opened it.
    Kept,
    /// From the promised secret and the player's own share. The commitments of the others were not seen here: the share was
    /// opened by another device of the player, or before seats committed. The others' shares may have been chosen.
    NotSeen,
    /// Otherwise. A match that has begun without the player's share is broken.
    Broken,
}

impl Pledge {
    /// The part of a player who has not told anything of it yet.
    pub fn new(promise: Commitment, seat: Seat, share: Share) -> Self {
        Self { promise, seat, share, seen: None }
    }

    /// The commitment to the own share, which everybody may know.
    pub fn commitment(&self) -> ShareCommitment {
        ShareCommitment::to(&self.promise, self.seat, &self.share)
    }

    /// The share, if it may be opened now that the server tells these commitments, in seat order. They are remembered: the
    /// share is opened for them and never for others. Keep the pledge before you send the share.
    pub fn open(&mut self, told: &[Option<ShareCommitment>]) -> Result<Share, NotOpened> {
        let Some(all) = told.iter().copied().collect::<Option<Vec<_>>>() else { return Err(NotOpened::SeatsMissing) };
        if all.get(self.seat.index()) != Some(&self.commitment()) {
            return Err(NotOpened::OwnChanged);
        }
        if self.seen.as_ref().is_some_and(|seen| *seen != all) {
            return Err(NotOpened::SeatsChanged);
        }
        self.seen = Some(all);
        Ok(self.share)
    }

    /// Compares the shares of a match, in seat order, with what was promised.
    pub fn check(&self, promise: &Commitment, shares: &[Share]) -> Verdict {
        let opens = |(seat, (commitment, share)): (Seat, (&ShareCommitment, &Share))| {
            commitment.opens_with(&self.promise, seat, share)
        };
        if *promise != self.promise || shares.get(self.seat.index()) != Some(&self.share) {
            return Verdict::Broken;
        }
        match &self.seen {
            None => Verdict::NotSeen,
            Some(seen) if seen.len() != shares.len() => Verdict::Broken,
            Some(seen) if Seat::first(seen.len() as u8).zip(seen.iter().zip(shares)).all(opens) => Verdict::Kept,
            Some(_) => Verdict::Broken,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, Seed};

    const SECRET: Seed = Seed([7; 32]);
    const HONEST: Share = Share([1; 32]);

    fn promise() -> Commitment {
        Commitment::to(&SECRET)
    }

    fn of(seat: u8, share: Share) -> ShareCommitment {
        ShareCommitment::to(&promise(), Seat(seat), &share)
    }

    /// What a server that is in league with Seat 1 does: it knows the secret and the honest share, and tries shares for
    /// Seat 1 until the first three rolls are twenties.
    fn tried_until_three_twenties(honest: Share) -> Share {
        let tries = (0..1_000_000_u64).map(|number| Share(Seed::number(number).0));
        let mut lucky = tries.filter(|&share| {
            let mut dice = Origin::Fair { secret: SECRET, shares: vec![honest, share] }.dice();
            (0..3).all(|_| dice.roll(20) == 20)
        });
        lucky.next().expect("one of eight thousand shares does it")
    }

    /// Written down for a second implementation (Python: `hashlib.sha256(b"sixfold share 1" + promise + seat + share)`).
    #[test]
    fn the_commitment_to_a_known_share_is_fixed() {
        assert_eq!(of(1, HONEST).to_string(), "437ffcfb28627f14e28803ed4525397fb0ac43f5addfaaf0c8f7a821dff3479c");
    }

    #[test]
    fn a_commitment_holds_for_one_match_one_seat_and_one_share() {
        let commitment = of(1, HONEST);
        assert!(commitment.opens_with(&promise(), Seat(1), &HONEST));
        assert!(!commitment.opens_with(&Commitment([9; 32]), Seat(1), &HONEST));
        assert!(!commitment.opens_with(&promise(), Seat(0), &HONEST));
        assert!(!commitment.opens_with(&promise(), Seat(1), &Share([2; 32])));
    }

    /// The attack needs the honest share first. While Seat 1 has not committed, the honest player does not tell it.
    #[test]
    fn a_server_in_league_with_the_last_seat_is_not_told_the_share_before_that_seat_has_committed() {
        let mut honest = Pledge::new(promise(), Seat(0), HONEST);
        assert_eq!(honest.open(&[Some(honest.commitment()), None]), Err(NotOpened::SeatsMissing));
        assert_eq!(honest.seen, None, "nothing was opened");
    }

    /// The last seat commits to any share to get the honest one told, then finds a better share, and opens that.
    #[test]
    fn a_share_that_was_tried_out_afterwards_is_noticed() {
        let mut honest = Pledge::new(promise(), Seat(0), HONEST);
        let any = Share([2; 32]);
        let opened = honest.open(&[Some(honest.commitment()), Some(of(1, any))]).unwrap();
        let tried = tried_until_three_twenties(opened);
        let mut dice = Origin::Fair { secret: SECRET, shares: vec![opened, tried] }.dice();
        assert_eq!([dice.roll(20), dice.roll(20), dice.roll(20)], [20; 3], "the attack works on the dice themselves");
        assert_eq!(honest.check(&promise(), &[opened, tried]), Verdict::Broken, "the honest player notices");
        assert_eq!(
            honest.check(&promise(), &[opened, any]),
            Verdict::Kept,
            "and has nothing against the committed share"
        );
    }

    /// The server says that the seat was left and that somebody else has committed there, by now to the better share.
    #[test]
    fn a_seat_that_commits_anew_after_the_opening_gets_no_second_try() {
        let mut honest = Pledge::new(promise(), Seat(0), HONEST);
        let own = Some(honest.commitment());
        let opened = honest.open(&[own, Some(of(1, Share([2; 32])))]).unwrap();
        let tried = tried_until_three_twenties(opened);
        assert_eq!(honest.open(&[own, Some(of(1, tried))]), Err(NotOpened::SeatsChanged));
        assert_eq!(honest.check(&promise(), &[opened, tried]), Verdict::Broken);
        assert_eq!(honest.open(&[own, Some(of(1, Share([2; 32])))]), Ok(HONEST), "sent again after a lost answer");
    }

    #[test]
    fn a_server_that_answers_for_the_honest_seat_is_noticed() {
        let mut honest = Pledge::new(promise(), Seat(0), HONEST);
        let invented = Share([5; 32]);
        let told = [Some(of(0, invented)), Some(of(1, Share([2; 32])))];
        assert_eq!(honest.open(&told), Err(NotOpened::OwnChanged));
        assert_eq!(
            honest.check(&promise(), &[invented, Share([2; 32])]),
            Verdict::Broken,
            "a match that begins all the same"
        );
    }

    /// The server lets the first device open the share, tries shares for Seat 1, and shows the match to the second device.
    #[test]
    fn a_device_that_has_not_seen_the_commitments_does_not_call_the_dice_kept() {
        let second = Pledge::new(promise(), Seat(0), HONEST);
        for others in [Share([2; 32]), tried_until_three_twenties(HONEST)] {
            assert_eq!(second.check(&promise(), &[HONEST, others]), Verdict::NotSeen);
        }
        assert_eq!(second.check(&promise(), &[Share([5; 32]), Share([2; 32])]), Verdict::Broken, "not the own share");
        assert_eq!(second.check(&Commitment([9; 32]), &[HONEST, Share([2; 32])]), Verdict::Broken);
    }

    #[test]
    fn another_secret_than_the_promised_one_and_a_missing_seat_are_noticed() {
        let mut honest = Pledge::new(promise(), Seat(0), HONEST);
        let shares = [HONEST, Share([2; 32])];
        honest.open(&[Some(honest.commitment()), Some(of(1, shares[1]))]).unwrap();
        assert_eq!(honest.check(&promise(), &shares), Verdict::Kept);
        assert_eq!(honest.check(&Commitment([9; 32]), &shares), Verdict::Broken);
        assert_eq!(honest.check(&promise(), &shares[..1]), Verdict::Broken);
        assert_eq!(honest.check(&promise(), &[HONEST, shares[1], shares[1]]), Verdict::Broken);
    }

    /// A seat that repeats the commitment of another one cannot open it.
    #[test]
    fn a_commitment_that_was_copied_from_another_seat_cannot_be_opened() {
        let mut honest = Pledge::new(promise(), Seat(0), HONEST);
        honest.open(&[Some(honest.commitment()), Some(honest.commitment())]).unwrap();
        assert_eq!(honest.check(&promise(), &[HONEST, HONEST]), Verdict::Broken);
    }
}
