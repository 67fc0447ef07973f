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

/** A server as operators name it: `S123 潮汐之门`, with a dot for its state. */
export function serverOption(server: ServerOption, statusName: string): PickerOption {
  return {
    value: String(server.sId),
    label: `S${server.sId} ${server.serviceName}`,
    dot: STATUS_DOTS[server.status],
    dotLabel: statusName,
  }
}
