// Wheel over the board and swipes below it: back and forward.

import { byId } from './dom.js';

const WHEEL_STEP = 40;
const SWIPE_STEP = 28;

export function listenForGestures(app) {
  let rest = 0;
  byId('board').addEventListener('wheel', (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    // Wheels give lines or pixels; touch pads give many small steps.
    rest += event.deltaMode ? event.deltaY * WHEEL_STEP : event.deltaY;
    const steps = Math.trunc(rest / WHEEL_STEP);
    if (!steps) return;
    rest = 0;
    if (steps < 0) app.back();
    else app.forward();
  }, { passive: false });

  const bar = byId('navigation');
  let from = null;
  bar.addEventListener('touchstart', (event) => {
    from = event.target.closest('input') ? null : event.touches[0].clientX;
  }, { passive: true });
  bar.addEventListener('touchmove', (event) => {
    if (from === null) return;
    const steps = Math.trunc((event.touches[0].clientX - from) / SWIPE_STEP);
    if (!steps) return;
    from += steps * SWIPE_STEP;
    if (steps < 0) app.forward(-steps);
    else app.back(steps);
  }, { passive: true });
}
