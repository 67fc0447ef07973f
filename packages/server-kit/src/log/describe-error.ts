/** An error as logs may hold it. */
export interface ErrorDescription {
  type: string
  message: string
  code?: string | number
  /** Frames alone; the first line of a stack repeats the message. */
  stack: string[]
  cause?: ErrorDescription
}

const DEEPEST_CAUSE = 5

/** Parsers and databases quote what they were given, which may be a password: names are kept, quotations are not. */
const withoutQuotations = (message: string) => message.replace(/".*"/s, '"…"')

function codeOf(error: Error): string | number | undefined {
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? code : undefined
}

/**
 * What an error says of itself without what somebody typed: other fields than these (`input` of a wrong address,
 * `detail` of a database) are left out.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown, but no error', stack: [] }
  const code = codeOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const hasCause = error.cause !== undefined && depth < DEEPEST_CAUSE
  return {
    type: error.constructor.name,
    message: withoutQuotations(error.message),
    ...(code === undefined ? {} : { code }),
    stack: frames.map((line) => line.trim()),
    ...(hasCause ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/** The first line of the same. */
export function errorLine(error: unknown): string {
  const { type, message } = describeError(error)
  return `${type}: ${message}`
}

/** For the logger of the program: whatever is logged as `err` goes through `describeError`. */
export const logSerializers = { err: (error: unknown) => describeError(error) }
