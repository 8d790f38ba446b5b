//! The session of a load on the screen.

use std::sync::{Arc, Weak};
use std::time::Duration;

use trueghz::host::Conditions;
use trueghz::run::environment::HostEnvironment;
use trueghz::run::event::Observer;
use trueghz::run::measure::MeasureError;
use trueghz::run::session::{Session, SessionResult};
use trueghz::run::session_error::SessionError;
use trueghz_app::load::Event;
use trueghz_loads::sustained::{
    SustainedEvent, SustainedLoad, SustainedOptions, SustainedReport, sustained_at,
};

use super::AppScreens;
#[cfg(feature = "fault-injection")]
use super::player::Player;
use crate::error::TrueGhzError;
use crate::platform;

/// A load that runs, or has ended.
pub enum LoadSession {
    /// On this machine.
    Real(Session<Result<SustainedReport, SessionError>>),
    /// Played from a file, in tests.
    #[cfg(feature = "fault-injection")]
    Played(Player),
}

impl LoadSession {
    /// Starts a load that reports to `screens`.
    pub fn start(
        screens: &Arc<AppScreens>,
        length_ms: u32,
        load: SustainedLoad,
    ) -> Result<Self, TrueGhzError> {
        #[cfg(feature = "fault-injection")]
        if let Some(player) = Player::start(screens) {
            return Ok(Self::Played(player));
        }
        let machine = HostEnvironment::with_its_clocks().map_err(MeasureError::from)?;
        let options = SustainedOptions::new().load(load).duration(Duration::from_millis(length_ms.into()));
        let watching = Watching(Arc::downgrade(screens));
        let session = sustained_at(machine.asking(platform::conditions), options, watching)
            .map_err(MeasureError::from)?;
        let screens = Arc::downgrade(screens);
        session.on_end(move |end| {
            if let Some(screens) = screens.upgrade() {
                screens.take(ended(end));
            }
        });
        Ok(Self::Real(session))
    }

    /// Requests the end.
    pub fn cancel(&self) {
        match self {
            Self::Real(session) => session.control().cancel(),
            #[cfg(feature = "fault-injection")]
            Self::Played(player) => player.cancel(),
        }
    }

    /// Passes on conditions.
    pub fn tell(&self, conditions: Conditions) {
        match self {
            Self::Real(session) => session.set_conditions(conditions),
            #[cfg(feature = "fault-injection")]
            Self::Played(_) => {}
        }
    }
}

fn ended(end: &SessionResult<Result<SustainedReport, SessionError>>) -> Event {
    match end {
        Ok(result) => match &**result {
            Ok(report) => Event::Ended(Box::new(report.clone())),
            Err(error) => Event::Failed(TrueGhzError::from(error.clone()).into()),
        },
        Err(panicked) => Event::Failed(TrueGhzError::from(panicked.clone()).into()),
    }
}

/// Passes the events of a load on. Those of its warm-up concern no screen.
struct Watching(Weak<AppScreens>);

impl Observer<SustainedEvent> for Watching {
    fn event(&mut self, event: SustainedEvent) {
        let Some(screens) = self.0.upgrade() else { return };
        match event {
            SustainedEvent::Begun { run } => screens.take(Event::Begun(run)),
            SustainedEvent::Recorded { record } => screens.take(Event::Recorded(record)),
            _ => {}
        }
    }
}
