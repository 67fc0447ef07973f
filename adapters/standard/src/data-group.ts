import type { WholeAdapter } from '@qd/game-contract/adapter'
import { leftOutBelow, leftOutByModule } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import type { GameHttp } from './http/game-http.ts'

export function dataGroup(http: GameHttp): WholeAdapter['data'] {
  return {
    get: async (target, body, options) => {
      let leftOut: LeftOut[] = []
      const onLeftOut = (places: LeftOut[]) => (leftOut = leftOutByModule(leftOutBelow(places, ['tables'])))
      const reply = await http.call(target, 'dataGet', { body, ...options, onLeftOut })
      return leftOut.length === 0 ? reply : { ...reply, leftOut }
    },
    check: (target, body, options) => http.call(target, 'dataCheck', { body, ...options }),
    change: (target, { idempotencyKey, ...body }, options) =>
      http.call(target, 'dataChange', { body, idempotencyKey, ...options }),
  }
}
