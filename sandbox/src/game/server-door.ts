import type { ServerState, ServerStateRequest } from '@qd/game-contract'
import { textIn } from '@qd/i18n'
import type { LocalText } from '@qd/i18n'
import { GameFailure } from './game-failure.ts'

/** Who wants in. */
export interface Newcomer {
  uId: string
  deviceId: string
  ip: string
}

const OPEN: ServerStateRequest = { state: 'open' }

/** How the server takes players; what was asked for holds between its times, and the server is open outside them. */
export class ServerDoor {
  readonly #nowMs: () => number
  readonly #keep: (kept: string) => void
  #asked: ServerStateRequest

  constructor(nowMs: () => number, kept: string | null, keep: (kept: string) => void) {
    this.#nowMs = nowMs
    this.#keep = keep
    this.#asked = kept === null ? OPEN : (JSON.parse(kept) as ServerStateRequest)
  }

  set(asked: ServerStateRequest): void {
    this.#asked = asked
    this.#keep(JSON.stringify(asked))
  }

  state(): ServerState {
    const { state, from = 0, to = Infinity } = this.#asked
    const now = this.#nowMs()
    return now >= from && now < to ? state : 'open'
  }

  isAllowed({ uId, deviceId, ip }: Newcomer): boolean {
    const { allow = [] } = this.#asked
    return [uId, deviceId, ip].some((each) => each !== '' && allow.includes(each))
  }

  /** Refuses who may not come in now, with what the operator wants them to read. */
  admit(newcomer: Newcomer): void {
    const state = this.state()
    if (state === 'open' || state === 'notice' || this.isAllowed(newcomer)) return
    throw new GameFailure(4002, this.#message(state === 'drain' ? '服务器暂不接受新登录' : '服务器维护中'))
  }

  /** What players read who have to leave. */
  get farewell(): string {
    return textIn(this.#message('服务器维护中'), 'cn')
  }

  #message(otherwise: string): LocalText {
    return this.#asked.message ?? otherwise
  }
}
