// A thing that tells others what happened: `on(event, fn)` and `emit`.

export class Emitter {
  #listeners = new Map();

  /** Calls `fn` at each `event`; returns a function that ends it. */
  on(event, fn) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    const set = this.#listeners.get(event);
    set.add(fn);
    return () => set.delete(fn);
  }

  /** Tells all listeners; one that fails does not silence the others. */
  emit(event, ...values) {
    for (const fn of [...(this.#listeners.get(event) ?? [])]) {
      try {
        fn(...values);
      } catch (error) {
        console.error(`listener of "${event}" failed`, error);
      }
    }
  }
}
