/** How long a slice keeps the page from doing anything else. */
const SLICE_MS = 10

/** Runs long work in slices, so that the page goes on living; returns what gives it up. */
export function runSliced<P, R>(
  steps: Generator<P, R>,
  { onProgress, onDone }: { onProgress?: (progress: P) => void; onDone: (result: R) => void },
): () => void {
  const run = (): void => {
    const until = performance.now() + SLICE_MS
    for (;;) {
      const step = steps.next()
      if (step.done === true) return onDone(step.value)
      if (performance.now() < until) continue
      onProgress?.(step.value)
      break
    }
    timer = setTimeout(run)
  }
  let timer = setTimeout(run)
  return () => clearTimeout(timer)
}

/** Runs the same work at once. */
export function runWhole<P, R>(steps: Generator<P, R>): R {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
