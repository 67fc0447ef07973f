import { say, saidIn } from '../../texts/say.ts'
import { columnsOf, field, intParam } from './command.ts'
import type { ServerCommand } from './command.ts'

const TOP = 20

const onlineByLevel: ServerCommand = {
  declaration: {
    name: 'onlineByLevel',
    group: '服务器',
    title: '在线人数按等级',
    comment: '',
    target: 'none',
    risk: 'R1',
    effects: ['none'],
    result: 'table',
    parameters: [field('step', '每档等级数', { min: 1, max: 50, defaultVal: 10 })],
  },
  run: (call) => {
    const step = intParam(call, 'step')
    const counts = new Map<number, number>()
    for (const { document } of call.game.players.online()) {
      const from = Math.floor((document.role.level - 1) / step) * step + 1
      counts.set(from, (counts.get(from) ?? 0) + 1)
    }
    const rows = [...counts]
      .sort(([left], [right]) => left - right)
      .map(([from, count]) => [`${from}–${from + step - 1}`, count])
    const columns = columnsOf(call, { level: '等级', count: '人数' })
    return { kind: 'table', table: { columns, rows } }
  },
}

const flushCaches: ServerCommand = {
  declaration: {
    name: 'flushCaches',
    group: '服务器',
    title: '数据落盘并清缓存',
    comment: '写入所有改动，离线玩家离开内存',
    target: 'server',
    risk: 'R1',
    effects: ['none'],
    result: 'json',
    parameters: [],
  },
  run: ({ game, isDryRun }) => {
    const online = game.players.online()
    const changed = online.filter(({ unsaved }) => unsaved !== 'nothing').length
    if (!isDryRun) game.players.flush()
    return { kind: 'json', json: { online: online.length, changed } }
  },
}

const recomputeRanks: ServerCommand = {
  declaration: {
    name: 'recomputeRanks',
    group: '服务器',
    title: '重算竞技场排名',
    comment: '按积分给在线玩家重排名次',
    target: 'server',
    risk: 'R2',
    hasDryRun: true,
    result: 'table',
    parameters: [],
  },
  run: (call) => {
    const { game, isDryRun } = call
    const ranked = game.players
      .online()
      .sort(({ document: { arena: left } }, { document: { arena: right } }) => right.score - left.score)
    const rows = ranked.map(({ uId, document: { role, arena } }, index) => {
      return [uId, role.name, arena.score, arena.rank, index + 1]
    })
    if (!isDryRun) {
      for (const [index, player] of ranked.entries()) {
        const document = structuredClone(player.document)
        document.arena.rank = index + 1
        document.arena.bestRank = Math.min(document.arena.bestRank, index + 1)
        game.replace(player, document)
      }
    }
    const names = { uId: 'uId', name: '昵称', score: '积分', before: '原名次', rank: '名次' }
    const columns = columnsOf(call, names)
    const said = say('重排 {count} 名在线玩家', { count: ranked.length })
    const actions = [{ text: saidIn(call.language, said) }]
    return { kind: 'table', table: { columns, rows: rows.slice(0, TOP) }, actions }
  },
}

export const SERVER_COMMANDS: readonly ServerCommand[] = [onlineByLevel, flushCaches, recomputeRanks]
