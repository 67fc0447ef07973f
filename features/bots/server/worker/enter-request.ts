import { randomUUID } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { ENTER_COMMAND } from '@qd/game-frame'
import { fill } from '@qd/scenario'
import type { Json } from '@qd/scenario'
import type { MessageBodies } from './message-bodies.ts'
import type { RecordEnter, WorkerOrder } from './messages.ts'

/** How clients enter: with a hash of the console's key, with what a record says, or not at all. */
export class EnterRequest {
  readonly cmd: number
  readonly isSigned: boolean
  readonly isAsked: boolean
  readonly #body: Json
  readonly #bodies: MessageBodies

  /** Throws SyntaxError where the body of a record is no JSON. */
  constructor({ enter }: Pick<WorkerOrder, 'enter'>, bodies: MessageBodies) {
    const record: RecordEnter | null = enter === 'signed' ? null : enter
    this.isSigned = enter === 'signed'
    this.isAsked = enter !== null
    this.cmd = record?.cmd ?? ENTER_COMMAND
    this.#body = record === null ? {} : (parseJsonText(record.body) as Json)
    this.#bodies = bodies
  }

  /** Bytes of the request a record describes; a name it does not know stays as it stands there. */
  encode({ deviceId, ver }: { deviceId: string; ver: string }, bot: number): Uint8Array {
    const values: Record<string, Json> = {
      deviceId,
      ver,
      bot,
      time: String(Date.now()),
      random: randomUUID(),
    }
    const lookup = (name: string) => (Object.hasOwn(values, name) ? values[name] : `{{${name}}}`)
    return this.#bodies.encode(this.cmd, fill(this.#body, { lookup }), false)
  }
}
