import { serverStates } from '@qd/game-servers/contract'
import { channelList, gameList, lineList, linkedPlace, operatorList, serverList } from '@qd/scope/contract'
import { ticket } from '@qd/session/contract'
import { fake } from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import { vi } from 'vitest'

class SilentSocket extends EventTarget {
  static OPEN = 1
  readyState = 0
  send(): void {}
  close(): void {}
}

/** Two of everything: nothing is chosen by itself. */
export function smallWorld(): FakeRoute[] {
  const line = { lineCode: 'x', environment: 'test' as const }
  const server = { status: 'running' as const, openedAt: null }
  return [
    fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
    fake(operatorList, () => [
      { partnerCode: 'northwind', name: 'Northwind', platform: 3 },
      { partnerCode: 'harbour', name: 'Harbour', platform: 1 },
    ]),
    fake(lineList, () => [
      { ...line, lineId: 'northwind-test', name: '测试线' },
      { ...line, lineId: 'northwind-two', name: '二线' },
    ]),
    fake(serverList, () => [
      { ...server, sId: 123, serviceName: '潮汐之门' },
      { ...server, sId: 124, serviceName: '琥珀礁' },
    ]),
    fake(channelList, () => []),
    fake(serverStates, () => []),
    fake(linkedPlace, ({ query: { game, partnerCode = 'northwind', lineId = '', sId = 0 } }) => {
      return { game, partnerCode, lineId, sId: Number(sId) }
    }),
    fake(ticket, () => ({ ticket: 't', expiresAt: 1 })),
  ]
}

/** What the shell needs of a browser: a wide screen, and a live connection that stays silent. */
export function startSmallWorld(): void {
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: /min-width/.test(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}
