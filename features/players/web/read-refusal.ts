/**
 * The reason the game gave for refusing an Enter: `reqMsg` is JSON text (S3.10) of a message object, or of
 * plain text. Null when the answer carries none.
 */
export function readRefusal(data: unknown): string | null {
  const reqMsg = typeof data === 'object' && data !== null ? (data as { reqMsg?: unknown }).reqMsg : data
  if (typeof reqMsg !== 'string' || reqMsg === '') return null
  try {
    const parsed: unknown = JSON.parse(reqMsg)
    if (typeof parsed === 'string') return parsed
    if (typeof parsed !== 'object' || parsed === null) return reqMsg
    const { msg, message, reason } = parsed as Record<string, unknown>
    const text = [msg, message, reason].find((each) => typeof each === 'string' && each !== '')
    return typeof text === 'string' ? text : reqMsg
  } catch {
    // Not every game writes JSON; the text itself is then the reason.
    return reqMsg
  }
}
