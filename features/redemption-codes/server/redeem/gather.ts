/** Asks that come while others are worked on wait for each other, and then share one transaction. */
export function createGatherer<Ask, Answer>(
  work: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  most: number,
): (ask: Ask) => Promise<Answer> {
  const waiting: { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let isWorking = false

  async function workOn(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      const group = waiting.splice(0, most)
      try {
        const answers = await work(group.map(({ ask }) => ask))
        for (const [at, { resolve }] of group.entries()) resolve(answers[at]!)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isWorking = false
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      // Those of the same turn of the event loop come along.
      if (!isWorking) setImmediate(() => (isWorking ? undefined : void workOn()))
    })
}
