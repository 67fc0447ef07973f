import { create } from 'zustand'
import { useSettings } from './settings.ts'
import type { ZoneMode } from './settings.ts'

/** Whose zone the pages go by: that of the selected server, or of the line while none of its servers is selected. */
type ZoneOf = 'server' | 'line'

/** Zone of the selected server or line, as a clock last said; null while none is selected or none has answered. */
export const useServerZone = create<{ minutesEast: number | null; of: ZoneOf }>()(() => ({
  minutesEast: null,
  of: 'server',
}))

/** The server clock tells here what zone the selected server or line lives in. */
export function setServerZone(minutesEast: number | null, of: ZoneOf = 'server'): void {
  const before = useServerZone.getState()
  if (before.minutesEast !== minutesEast || before.of !== of) useServerZone.setState({ minutesEast, of })
}

/** Minutes east of UTC of the browser at an instant; they change over daylight saving. */
export function localMinutes(ms: number): number {
  return -new Date(ms).getTimezoneOffset()
}

export interface TimeZone {
  mode: ZoneMode
  /** The mode is `server`, but no server has told its zone: the browser's serves. */
  isGuessed: boolean
  /** Minutes east of UTC at an instant. */
  minutesAt: (ms: number) => number
}

function zoneOf(mode: ZoneMode, serverMinutes: number | null): TimeZone {
  if (mode === 'utc') return { mode, isGuessed: false, minutesAt: () => 0 }
  if (mode === 'local' || serverMinutes === null) {
    return { mode, isGuessed: mode === 'server', minutesAt: localMinutes }
  }
  return { mode, isGuessed: false, minutesAt: () => serverMinutes }
}

/** The zone times are shown in now, outside components. */
export function currentZone(): TimeZone {
  return zoneOf(useSettings.getState().timeZone, useServerZone.getState().minutesEast)
}

/** The zone times are shown in; follows the setting and the selected server. */
export function useTimeZone(): TimeZone {
  const mode = useSettings((state) => state.timeZone)
  const serverMinutes = useServerZone((state) => state.minutesEast)
  return zoneOf(mode, serverMinutes)
}

/** `UTC+08:00`. */
export function zoneName(minutesEast: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutesEast)
  return `UTC${minutesEast < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
