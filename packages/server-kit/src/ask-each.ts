export interface AskLimits {
  /** Questions under way at a time. */
  atOnce: number
  /** For one question. */
  perAnswerMs: number
  /** For all of them. */
  inAllMs: number
}

/** null once the signal ends it, also for a call that does not listen to its signal. */
async function untilAborted<T>(call: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const leave = () => resolve(null)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    return await Promise.race([call, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/**
 * The answers to questions, some asked at a time, in the order of the questions. One that takes too long is null, and
 * the next has its turn; once the time for all is over, or the caller has left, the rest is null.
 */
export async function askEach<Question, Answer>(
  questions: readonly Question[],
  ask: (question: Question, signal: AbortSignal) => Promise<Answer | null>,
  { atOnce, perAnswerMs, inAllMs }: AskLimits,
  callerLeft: AbortSignal,
): Promise<(Answer | null)[]> {
  const answers = questions.map((): Answer | null => null)
  const queue = questions.entries()
  const over = AbortSignal.any([callerLeft, AbortSignal.timeout(inAllMs)])
  async function askNext(): Promise<void> {
    for (const [index, question] of queue) {
      if (over.aborted) return
      const signal = AbortSignal.any([over, AbortSignal.timeout(perAnswerMs)])
      answers[index] = await untilAborted(ask(question, signal), signal)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, questions.length) }, askNext))
  return answers
}
