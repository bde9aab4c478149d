// Exact fractions as the server writes them, such as "5/4" or 3. Pictures may round where they
// put a corner; the numbers that people read never do.

/** A fraction in lowest terms with a positive denominator. */
export class Rational {
  constructor(above, below = 1n) {
    const sign = below < 0n ? -1n : 1n;
    const divisor = gcd(above, below) || 1n;
    this.above = (sign * above) / divisor;
    this.below = (sign * below) / divisor;
  }

  /** Reads `3`, `"-5/4"`, `"2.5"`; null if it is no number. */
  static read(text) {
    const found = /^\s*(-?\d+)(?:\/(\d+)|\.(\d+))?\s*$/.exec(String(text));
    if (!found) return null;
    if (found[2]) return BigInt(found[2]) === 0n ? null : new Rational(BigInt(found[1]), BigInt(found[2]));
    const digits = found[3] ?? '';
    return new Rational(BigInt(found[1] + digits), 10n ** BigInt(digits.length));
  }

  plus(other) {
    return new Rational(this.above * other.below + other.above * this.below, this.below * other.below);
  }

  minus(other) {
    return this.plus(new Rational(-other.above, other.below));
  }

  times(other) {
    return new Rational(this.above * other.above, this.below * other.below);
  }

  over(other) {
    return new Rational(this.above * other.below, this.below * other.above);
  }

  /** Negative, zero or positive as this is less, equal or greater. */
  compare(other) {
    const left = this.above * other.below;
    const right = other.above * this.below;
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** For pictures and sorting alone. */
  toNumber() {
    return Number(this.above) / Number(this.below);
  }

  toString() {
    return this.below === 1n ? `${this.above}` : `${this.above}/${this.below}`;
  }
}

function gcd(a, b) {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y) [x, y] = [y, x % y];
  return x;
}

/** `7/4` as `1¾`, `-5/4` as `−1¼`; what has no sign of its own stays a fraction. */
export function pretty(text) {
  const number = Rational.read(text);
  if (!number) return text === null || text === undefined ? '–' : String(text);
  const minus = number.above < 0n ? '−' : '';
  const above = number.above < 0n ? -number.above : number.above;
  const whole = above / number.below;
  const rest = above % number.below;
  if (rest === 0n) return `${minus}${whole}`;
  const sign = SIGNS[`${rest}/${number.below}`];
  if (!sign) return `${minus}${above}/${number.below}`;
  return `${minus}${whole === 0n ? '' : whole}${sign}`;
}

const SIGNS = {
  '1/2': '½', '1/4': '¼', '3/4': '¾', '1/3': '⅓', '2/3': '⅔',
  '1/8': '⅛', '3/8': '⅜', '5/8': '⅝', '7/8': '⅞', '1/5': '⅕', '2/5': '⅖', '3/5': '⅗', '4/5': '⅘',
  '1/6': '⅙', '5/6': '⅚',
};

/** Sorts by value; what is no number comes last. */
export function byValue(a, b) {
  const [x, y] = [Rational.read(a), Rational.read(b)];
  if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1);
  return x.compare(y);
}
