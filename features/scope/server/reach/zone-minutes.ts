/** Minutes east of UTC of an IANA zone at a moment; null for a name nobody knows. */
export function zoneMinutes(zone: string, atMs: number): number | null {
  let text: string | undefined
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    text = format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text ?? '') ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
