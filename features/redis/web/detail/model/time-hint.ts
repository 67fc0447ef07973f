const FROM_MS = Date.UTC(2001, 8, 9)
const TO_MS = Date.UTC(2100, 0, 1)

/** Milliseconds a number stands for when it looks like seconds, milliseconds or microseconds since 1970; else null. */
export function timeHint(text: string): number | null {
  if (!/^\d{10}(?:\d{3}(?:\d{3})?)?$/.test(text)) return null
  const scale = { 10: 1_000, 13: 1, 16: 0.001 }[text.length] ?? 1
  const ms = Math.floor(Number(text) * scale)
  return ms >= FROM_MS && ms < TO_MS ? ms : null
}

/** The instant in the id of a stream entry (`ms-n`); null where people gave ids of their own. */
export function timeOfEntry(id: string): number | null {
  return timeHint(id.split('-')[0] ?? '')
}
