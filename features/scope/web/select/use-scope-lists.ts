import { recentKey, useCall, useScope } from '@qd/web-kit'
import { useEffect } from 'react'
import { channelList, gameList, lineList, operatorList, serverList } from '../../contract/index.ts'
import { useCatalogueLive } from '../catalogue/use-catalogue-live.ts'
import { chooseOption } from './choose.ts'
import { useFailureOnce } from './use-failure-once.ts'

const LISTS = { silent: true, staleTimeMs: 60_000 } as const
/** Servers start and stop; their dots follow. */
const SERVER_LIST = { silent: true, staleTimeMs: 10_000, refetchIntervalMs: 30_000 } as const

function useGames(): void {
  const list = useCall(gameList, { body: {} }, LISTS)
  const { data } = list
  useFailureOnce(list)
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ games: data })
    const ids = data.map((game) => game.id)
    const next = chooseOption(ids, state.game, state.recent[recentKey('game', state)] ?? [])
    if (next !== state.game) state.selectGame(next)
  }, [data])
}

function useOperators(): void {
  const game = useScope((state) => state.game)
  const list = useCall(operatorList, game === '' ? null : { body: { game } }, LISTS)
  const { data } = list
  useFailureOnce(list)
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ operators: data })
    const ids = data.map((operator) => operator.partnerCode)
    const next = chooseOption(ids, state.partnerCode, state.recent[recentKey('operator', state)] ?? [])
    if (next !== state.partnerCode) state.selectOperator(next)
  }, [data])
}

function useLines(): void {
  const game = useScope((state) => state.game)
  const partnerCode = useScope((state) => state.partnerCode)
  const args = game === '' || partnerCode === '' ? null : { body: { game, partnerCode } }
  const list = useCall(lineList, args, LISTS)
  const { data } = list
  useFailureOnce(list)
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ lines: data })
    const ids = data.map((line) => line.lineId)
    const next = chooseOption(ids, state.lineId, state.recent[recentKey('line', state)] ?? [])
    if (next !== state.lineId) state.selectLine(next)
  }, [data])
}

function useServers(): void {
  const lineId = useScope((state) => state.lineId)
  const args = lineId === '' ? null : { params: { lineId }, body: {} }
  const list = useCall(serverList, args, SERVER_LIST)
  const { data } = list
  useFailureOnce(list)
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ servers: data })
    // A failed lookup left no server on purpose (S8.05); the operator chooses again.
    if (state.uId === '0' && state.sId === 0) return
    const ids = data.map((server) => String(server.sId))
    const next = chooseOption(ids, String(state.sId), state.recent[recentKey('server', state)] ?? [])
    if (Number(next) !== state.sId) state.selectServer(Number(next))
  }, [data])
}

function useChannels(): void {
  const lineId = useScope((state) => state.lineId)
  const args = lineId === '' ? null : { params: { lineId }, body: {} }
  const { data } = useCall(channelList, args, LISTS)
  useEffect(() => {
    if (data === undefined) return
    const state = useScope.getState()
    state.setLists({ channels: data })
    if (!data.some((channel) => channel.code === state.channel)) state.selectChannel('')
  }, [data])
}

/** Keeps the option lists and the choices that follow from them; used once, in the shell. */
export function useScopeLists(): void {
  useCatalogueLive()
  useGames()
  useOperators()
  useLines()
  useServers()
  useChannels()
}
