// What the board's picture refers to: the light on the stones, the grain of
// the wood, arrow heads, and a hatching for each tone, so that areas differ by
// pattern and not by colour alone.

import { svg } from './dom.js';

/** Tones an overlay may have, each with its hatching: a path in a tile of 20, or of a whole cell for territory. */
export const HATCH = {
  black: 'M14 14h12v12h-12z',
  white: 'M14 14h12v12h-12z',
  good: 'M0 20L20 0',
  bad: 'M0 0L20 20M0 20L20 0',
  a: 'M0 20L20 0',
  b: 'M0 0L20 20',
  c: 'M0 10H20',
  d: 'M10 0V20',
  e: 'M0 10H20M10 0V20',
  f: 'M0 0L20 20M0 20L20 0',
  g: 'M10 5L15 15H5Z',
  h: 'M4 10a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
};

/** The `<defs>` of a board. */
export function definitions() {
  const stop = (offset, name) => svg('stop', { offset, class: name });
  const light = (id, parts) => svg('radialGradient', { id, cx: '36%', cy: '30%', r: '78%' }, ...parts);
  const stripes = [[0, 3], [7, 1.5], [13, 5], [24, 1], [31, 2.5], [40, 6], [52, 1.5], [58, 3], [67, 1]];
  return svg('defs', {},
    light('black-light', [stop('0%', 'black-shine'), stop('45%', 'black-body'), stop('100%', 'black-rim')]),
    light('white-light', [stop('0%', 'white-shine'), stop('60%', 'white-body'), stop('100%', 'white-rim')]),
    svg('pattern', { id: 'grain', width: 76, height: 400, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(1.5)' },
      ...stripes.map(([x, width]) => svg('rect', { x, y: 0, width, height: 400, class: 'stripe' }))),
    svg('marker', { id: 'arrow', viewBox: '0 0 10 10', refX: 8.5, refY: 5, markerWidth: 5, markerHeight: 5, orient: 'auto-start-reverse' },
      svg('path', { d: 'M0 0L10 5L0 10z', class: 'arrow-head' })),
    ...Object.entries(HATCH).map(([tone, d]) => {
      const side = tone === 'black' || tone === 'white' ? 40 : 20;
      return svg('pattern', { id: `hatch-${tone}`, width: side, height: side, patternUnits: 'userSpaceOnUse' },
        svg('path', { d, class: `hatch tone-${tone}` }));
    }));
}
