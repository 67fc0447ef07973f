import { field, intParam } from './command.ts'
import type { ServerCommand } from './command.ts'

const TOP = 20

const onlineByLevel: ServerCommand = {
  declaration: {
    name: 'onlineByLevel',
    group: '服务器',
    title: { cn: '在线人数按等级', en: 'Players online by level' },
    comment: '',
    target: 'none',
    risk: 'R1',
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
    const columns = [
      { key: 'level', title: '等级' },
      { key: 'count', title: '人数' },
    ]
    return { kind: 'table', table: { columns, rows } }
  },
}

const flushCaches: ServerCommand = {
  declaration: {
    name: 'flushCaches',
    group: '服务器',
    title: { cn: '数据落盘并清缓存', en: 'Save players and empty caches' },
    comment: { cn: '写入所有改动，离线玩家离开内存', en: 'Writes all changes; offline players leave memory' },
    target: 'server',
    risk: 'R1',
    result: 'json',
    parameters: [],
  },
  run: ({ game, isDryRun }) => {
    const online = game.players.online()
    const changed = online.filter(({ isDirty }) => isDirty).length
    if (!isDryRun) game.players.flush()
    return { kind: 'json', json: { online: online.length, changed } }
  },
}

const recomputeRanks: ServerCommand = {
  declaration: {
    name: 'recomputeRanks',
    group: '服务器',
    title: { cn: '重算竞技场排名', en: 'Recompute arena ranks' },
    comment: { cn: '按积分给在线玩家重排名次', en: 'Ranks players online anew by their score' },
    target: 'server',
    risk: 'R2',
    hasDryRun: true,
    result: 'table',
    parameters: [],
  },
  run: ({ game, isDryRun }) => {
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
    const columns = [
      { key: 'uId', title: 'uId' },
      { key: 'name', title: '昵称' },
      { key: 'score', title: '积分' },
      { key: 'before', title: '原名次' },
      { key: 'rank', title: '名次' },
    ]
    const actions = [{ text: `重排 ${ranked.length} 名在线玩家` }]
    return { kind: 'table', table: { columns, rows: rows.slice(0, TOP) }, actions }
  },
}

export const SERVER_COMMANDS: readonly ServerCommand[] = [onlineByLevel, flushCaches, recomputeRanks]
