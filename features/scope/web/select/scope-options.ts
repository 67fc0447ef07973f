import { ENVIRONMENT_TONES } from '@qd/web-controls'
import type { LineOption, ServerOption } from '@qd/web-calls'
import type { PickerOption } from '@qd/web-controls'

export function lineOption(line: LineOption, environmentName: string): PickerOption {
  return {
    value: line.lineId,
    label: line.name,
    code: line.lineCode,
    tag: { text: environmentName, tone: ENVIRONMENT_TONES[line.environment] },
  }
}

const STATUS_DOTS = { running: 'ok', stopped: 'error', unknown: 'neutral' } as const

export type SaidState = 'silent' | 'notice' | 'drain' | 'maintenance'

/** What a server said of itself that people should know before they choose it. */
export function saidState(
  said: { state: string | null; silentSince: number | null } | undefined,
): SaidState | null {
  if (said === undefined) return null
  if (said.silentSince !== null) return 'silent'
  const { state } = said
  return state === 'notice' || state === 'drain' || state === 'maintenance' ? state : null
}

/** A server as operators name it: `S123 潮汐之门`, with a dot for its state. */
export function serverOption(
  server: ServerOption,
  statusName: string,
  said: { text: string; labels: readonly string[] },
): PickerOption {
  return {
    value: String(server.sId),
    label: `S${server.sId} ${server.serviceName}`,
    dot: said.text === '' ? STATUS_DOTS[server.status] : 'warn',
    dotLabel: said.text === '' ? statusName : said.text,
    code: said.labels.join(' '),
    ...(said.text === '' ? {} : { tag: { text: said.text, tone: 'warn' as const } }),
  }
}
