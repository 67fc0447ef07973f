import { bufferOf } from '../../bytes.ts'
import { checkScore } from '../score.ts'
import { keyChanged } from '../words.ts'
import { asked, countOf, isStillThere, stepOn } from './edit-step.ts'
import { nameTaken } from './edit-hash.ts'
import type { EditOf, EditStep } from './edit-step.ts'

const set = (key: Buffer) => ({ key, type: 'set' })
const zset = (key: Buffer) => ({ key, type: 'zset' })

/** Taken back only where none of them was there before. */
export function addMembers(key: Buffer, { members }: EditOf<'addMembers'>): EditStep {
  return stepOn(set(key), [], [['SADD', key, ...members.map(bufferOf)]], ({ writes }) => {
    const changed = countOf(writes[0])
    return { changed, undo: changed === members.length ? { kind: 'removeMembers', members } : null }
  })
}

/** The new one comes before the old one goes: a set of one member would lose its end. */
export function replaceMember(key: Buffer, { member, by }: EditOf<'replaceMember'>): EditStep {
  const [from, to] = [bufferOf(member), bufferOf(by)]
  if (from.equals(to)) return stepOn(set(key), [], [], () => ({ changed: 0, undo: null }))
  return stepOn(
    set(key),
    [
      { args: ['SISMEMBER', key, from], is: 'text', wanted: '1', orElse: keyChanged },
      { args: ['SISMEMBER', key, to], is: 'text', wanted: '0', orElse: nameTaken },
    ],
    [
      ['SADD', key, to],
      ['SREM', key, from],
    ],
    () => ({ changed: 1, undo: { kind: 'replaceMember', member: by, by: member } }),
  )
}

export function removeMembers(key: Buffer, { members }: EditOf<'removeMembers'>): EditStep {
  return stepOn(set(key), [], [['SREM', key, ...members.map(bufferOf)]], (done) => {
    const changed = countOf(done.writes[0])
    const isWhole = changed === members.length && isStillThere(done)
    return { changed, undo: isWhole ? { kind: 'addMembers', members } : null }
  })
}

/** Only new ones: the score of a member that is there is changed by `setScored`, which knows what it was. */
export function addScored(key: Buffer, { members }: EditOf<'addScored'>): EditStep {
  for (const { score } of members) checkScore(score)
  const pairs = members.flatMap(({ member, score }) => [score, bufferOf(member)])
  return stepOn(zset(key), [], [['ZADD', key, 'NX', ...pairs]], ({ writes }) => {
    const changed = countOf(writes[0])
    const names = members.map(({ member }) => member)
    return { changed, undo: changed === members.length ? { kind: 'removeScored', members: names } : null }
  })
}

export function setScored(key: Buffer, edit: EditOf<'setScored'>): EditStep {
  checkScore(edit.score)
  const [from, to] = [bufferOf(edit.member), bufferOf(edit.by)]
  const isRenamed = !from.equals(to)
  return stepOn(
    zset(key),
    [
      { args: ['ZSCORE', key, from], is: 'score', wanted: edit.expectScore, orElse: keyChanged },
      ...(isRenamed
        ? [{ args: ['ZSCORE', key, to], is: 'text' as const, wanted: '', orElse: nameTaken }]
        : []),
    ],
    [['ZADD', key, edit.score, to], ...(isRenamed ? [['ZREM', key, from]] : [])],
    ({ checks }) => ({
      changed: 1,
      undo: {
        kind: 'setScored',
        member: edit.by,
        by: edit.member,
        score: String(checks[0]),
        expectScore: edit.score,
      },
    }),
  )
}

/** Most members whose scores are read so that they can be put back. */
const PUT_BACK_MAX = 100

export function removeScored(key: Buffer, { members }: EditOf<'removeScored'>): EditStep {
  const names = members.map(bufferOf)
  const isFew = names.length <= PUT_BACK_MAX
  return stepOn(
    zset(key),
    isFew ? names.map((name) => asked(['ZSCORE', key, name])) : [],
    [['ZREM', key, ...names]],
    (done) => {
      const changed = countOf(done.writes[0])
      const back = members.flatMap((member, at) => {
        const score = done.checks[at] ?? null
        return score === null ? [] : [{ member, score: String(score) }]
      })
      const isWhole = changed > 0 && back.length === changed && isStillThere(done)
      return { changed, undo: isWhole ? { kind: 'addScored', members: back } : null }
    },
  )
}
