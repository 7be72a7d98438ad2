//! What clients ask about journeys, which needs the tables of the hub too.

mod matches;
mod requests;
