//! The end of a session, as the system's threads meet at it.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use super::end::*;

#[test]
fn a_hook_is_called_once_before_the_end_and_after_it() {
    let end = ResultSlot::<u32>::default();
    let (sender, called) = channel();
    let hook = |name: &'static str| {
        let sender = sender.clone();
        move |ended: &SessionResult<u32>| sender.send((name, ended.clone().map(|value| *value))).unwrap()
    };
    end.when_stored(hook("before"));
    end.when_stored(|_| panic!("a hook's own fault"));
    end.when_stored(hook("before, too"));
    assert_eq!((end.result(), called.try_iter().count()), (None, 0));
    end.store(Ok(7));
    end.when_stored(hook("after"));
    let calls: Vec<_> = called.try_iter().collect();
    assert_eq!(calls, [("before", Ok(7)), ("before, too", Ok(7)), ("after", Ok(7))]);
    assert_eq!(end.result(), Some(Ok(Arc::new(7))));
}

#[test]
fn all_who_wait_get_it() {
    let end = Arc::new(ResultSlot::<u32>::default());
    let waiting = [(); 3].map(|()| {
        let end = Arc::clone(&end);
        thread::spawn(move || end.wait())
    });
    end.store(Err(WorkerPanic { message: "on purpose".to_owned() }));
    for thread in waiting {
        assert_eq!(thread.join().unwrap().unwrap_err().message, "on purpose");
    }
}
