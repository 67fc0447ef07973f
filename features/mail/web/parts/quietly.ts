/** Starts what tells of its own failure: a refused call has shown its message by then. */
export function quietly(work: Promise<unknown>): void {
  void work.catch(() => undefined)
}
