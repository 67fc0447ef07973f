/** A moment in a text that many people read, each in a zone of their own: `2026-11-25 10:00 UTC`. */
export const utcText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
