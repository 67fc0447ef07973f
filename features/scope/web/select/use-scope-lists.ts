import { recentKey, settledKey, useCall, useScope } from '@qd/web-calls'
import { useEffect } from 'react'
import { channelList, gameList, lineList, operatorList, serverList } from '../../contract/index.ts'
import { useCatalogueLive } from './use-catalogue-live.ts'
import { chooseOption } from './choose.ts'

const LISTS = { tag: 'scope:selection', told: 'once', staleTimeMs: 60_000 } as const
/** Servers start and stop; their dots follow. */
const SERVER_LIST = {
  tag: 'scope:server',
  told: 'once',
  staleTimeMs: 10_000,
  refetchIntervalMs: 30_000,
} as const

function useGames(): boolean {
  const list = useCall(gameList, { body: {} }, LISTS)
  const { data } = list
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ games: data })
    const ids = data.map((game) => game.id)
    const next = chooseOption(ids, state.game, state.recent[recentKey('game', state)] ?? [])
    if (next !== state.game) state.selectGame(next, 'list')
  }, [data])
  return !list.isPending
}

function useOperators(): boolean {
  const game = useScope((state) => state.game)
  const args = game === '' ? null : { body: { game } }
  const list = useCall(operatorList, args, LISTS)
  const { data } = list
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ operators: data })
    const ids = data.map((operator) => operator.partnerCode)
    const next = chooseOption(ids, state.partnerCode, state.recent[recentKey('operator', state)] ?? [])
    if (next !== state.partnerCode) state.selectOperator(next, 'list')
  }, [data])
  return args === null || !list.isPending
}

function useLines(): boolean {
  const game = useScope((state) => state.game)
  const partnerCode = useScope((state) => state.partnerCode)
  const args = game === '' || partnerCode === '' ? null : { body: { game, partnerCode } }
  const list = useCall(lineList, args, LISTS)
  const { data } = list
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ lines: data })
    const ids = data.map((line) => line.lineId)
    const next = chooseOption(ids, state.lineId, state.recent[recentKey('line', state)] ?? [])
    if (next !== state.lineId) state.selectLine(next, 'list')
  }, [data])
  return args === null || !list.isPending
}

function useServers(): boolean {
  const lineId = useScope((state) => state.lineId)
  const args = lineId === '' ? null : { params: { lineId }, body: {} }
  const list = useCall(serverList, args, SERVER_LIST)
  const { data } = list
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ servers: data })
    // A failed lookup left no server on purpose (S8.05); the operator chooses again.
    if (state.uId === '0' && state.sId === 0) return
    const ids = data.map((server) => String(server.sId))
    const next = chooseOption(ids, String(state.sId), state.recent[recentKey('server', state)] ?? [])
    if (Number(next) !== state.sId) state.selectServer(Number(next), 'list')
  }, [data])
  return args === null || !list.isPending
}

function useChannels(): void {
  const lineId = useScope((state) => state.lineId)
  const args = lineId === '' ? null : { params: { lineId }, body: {} }
  const { data } = useCall(channelList, args, LISTS)
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ channels: data })
    if (!data.some((channel) => channel.code === state.channel)) state.selectChannel('', 'list')
  }, [data])
}

/** Notes for which choice all lists have answered, so that nobody is told to choose what is about to be chosen. */
function useSettle(isAnswered: boolean): void {
  const key = useScope(settledKey)
  useEffect(() => {
    if (isAnswered) useScope.getState().settle(key)
  }, [isAnswered, key])
}

/** Keeps the option lists and the choices that follow from them; used once, in the shell. */
export function useScopeLists(): void {
  useCatalogueLive()
  const answered = [useGames(), useOperators(), useLines(), useServers()]
  useChannels()
  useSettle(answered.every(Boolean))
}
