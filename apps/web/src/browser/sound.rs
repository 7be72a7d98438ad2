//! Short sounds of a few quiet notes. They are synthesised.

use web_sys::{AudioContext, OscillatorType};

use crate::event::Sound;

/// The frequency in hertz, and the start and the length in seconds.
type Note = (f32, f64, f64);

/// The audio context is made for the first sound that can be heard. Before the first click or key, browsers allow no
/// sound and log a warning for each attempt.
#[derive(Default)]
pub(super) struct Sounds {
    context: Option<AudioContext>,
}

impl Sounds {
    pub(super) fn play(&mut self, sound: Sound) {
        let notes: &[Note] = match sound {
            Sound::Place => &[(440.0, 0.0, 0.09)],
            Sound::Capture => &[(440.0, 0.0, 0.07), (294.0, 0.06, 0.14)],
            Sound::Roll => &[(196.0, 0.0, 0.05), (233.0, 0.12, 0.05), (175.0, 0.26, 0.05), (220.0, 0.42, 0.08)],
            Sound::YourTurn => &[(587.0, 0.18, 0.10), (784.0, 0.26, 0.12)],
            Sound::End => &[(392.0, 0.0, 0.16), (494.0, 0.14, 0.16), (587.0, 0.28, 0.3)],
        };
        if self.context.is_none() && super::listen::somebody_has_acted() {
            self.context = AudioContext::new().ok();
        }
        if let Some(context) = &self.context {
            // The browser may have suspended the context with the page, and it may refuse to resume it.
            let _ = context.resume();
            for note in notes {
                // If the browser cannot play the note, the page stays silent.
                let _ = strike(context, note);
            }
        }
    }
}

fn strike(context: &AudioContext, &(frequency, begin, length): &Note) -> Result<(), wasm_bindgen::JsValue> {
    let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
    let begin = context.current_time() + begin;
    oscillator.set_type(OscillatorType::Triangle);
    oscillator.frequency().set_value(frequency);
    gain.gain().set_value_at_time(0.06, begin)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0005, begin + length)?;
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(begin)?;
    oscillator.stop_with_when(begin + length)
}
