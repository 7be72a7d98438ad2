//! Where a match comes from, and who of its players is here.

use game::{Seat, Viewer};

use crate::{Local, Online, Replay};

/// Where a match comes from.
pub enum Source {
    /// It is played on this device.
    Local(Local),
    /// It is played on a server.
    Online(Online),
    /// It was played, and is played again from its record.
    Replay(Replay),
}

impl Source {
    /// This device's side of it, if it is played here.
    pub fn local(&self) -> Option<&Local> {
        match self {
            Self::Local(local) => Some(local),
            Self::Online(_) | Self::Replay(_) => None,
        }
    }

    /// The server's side of it, if it is played there.
    pub fn online(&self) -> Option<&Online> {
        match self {
            Self::Online(online) => Some(online),
            Self::Local(_) | Self::Replay(_) => None,
        }
    }

    /// The record's side of it, if it is a replay.
    pub fn replay(&self) -> Option<&Replay> {
        match self {
            Self::Replay(replay) => Some(replay),
            Self::Local(_) | Self::Online(_) => None,
        }
    }

    /// Whether this seat, which acts, belongs to somebody here who may act.
    pub fn may_act(&self, actor: Seat) -> bool {
        match self {
            Self::Local(local) => local.is_person(actor) && local.next_holder().is_none(),
            Self::Online(online) => online.may_play(actor),
            Self::Replay(_) => false,
        }
    }

    /// The seat of the one person here; none if there are several or none.
    pub fn own_seat(&self) -> Option<Seat> {
        match self {
            Self::Local(local) => local.only_person(),
            Self::Online(online) => online.you,
            Self::Replay(_) => None,
        }
    }

    /// Whether the computer sits there.
    pub fn is_computer(&self, seat: Seat) -> bool {
        match self {
            Self::Local(local) => !local.is_person(seat),
            Self::Online(online) => online.bot(seat).is_some(),
            Self::Replay(_) => false,
        }
    }

    /// The seat whose side of the board is drawn at the bottom. People who only watch see the board as it is.
    pub fn viewpoint(&self, eyes: Viewer) -> Option<Seat> {
        match (self, eyes) {
            (Self::Local(local), _) => local.viewpoint(),
            (Self::Online(online), _) => online.you,
            (Self::Replay(_), Viewer::Seat(seat)) => Some(seat),
            (Self::Replay(replay), _) => replay.own,
        }
    }
}
