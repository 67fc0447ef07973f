import type { Grant } from '@qd/contract-kit'
import { createLiveTopics } from '@qd/server-kit'
import type { LiveTopics } from '@qd/server-kit'
import { aCaller, aServer } from '@qd/server-kit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { servePlayerPeople } from './player-people.ts'

const U = '30123000045'
const server = aServer()
const { game, operator, lineId, sId, environment } = server

/** What the nodes of a console have in common: every word reaches all of them, a moment later. */
function sharedBus() {
  const listeners = new Set<{ topic: string; listener: (payload: string) => void; isDead: () => boolean }>()
  return (node: { isDead: boolean }): LiveTopics =>
    createLiveTopics({
      async publish(topic, payload) {
        await Promise.resolve()
        if (node.isDead) return
        for (const each of listeners) if (each.topic === topic && !each.isDead()) each.listener(payload)
      },
      subscribe(topic, listener) {
        const entry = { topic, listener, isDead: () => node.isDead }
        listeners.add(entry)
        return () => listeners.delete(entry)
      },
    })
}

interface Person {
  name: string
  isEditing: boolean
}

describe('who has a player open', () => {
  const nodeA = { isDead: false }
  const nodeB = { isDead: false }
  let a: ReturnType<typeof servePlayerPeople>
  let b: ReturnType<typeof servePlayerPeople>

  beforeEach(() => {
    vi.useFakeTimers()
    const topicsOf = sharedBus()
    a = servePlayerPeople(topicsOf(nodeA))
    b = servePlayerPeople(topicsOf(nodeB))
    nodeB.isDead = false
  })
  afterEach(() => vi.useRealTimers())

  async function visit(
    node: typeof a,
    who: { name: string; page?: string; isEditing?: boolean; codes?: Grant['codes']; uId?: string },
  ) {
    const { name, page = 'p1', isEditing = false, uId = U } = who
    const codes = who.codes ?? ['index.data.read', 'index.data.edit']
    const caller = aCaller(name, [{ scope: '*', environment: '*', codes }])
    const place = { game, operator, lineId, sId, environment, server, uId }
    const heard: { people: Person[] }[] = []
    const leave = await node.open(
      { uId, page, isEditing },
      { caller, place, send: (event) => heard.push(event as never) },
    )
    await vi.advanceTimersByTimeAsync(10)
    return { leave, last: () => heard.at(-1)?.people ?? [], heard }
  }

  it('[ED.151] two people on two nodes see each other, and neither sees himself', async () => {
    const li = await visit(a, { name: 'li', isEditing: true })
    const mei = await visit(b, { name: 'mei' })
    expect(mei.last()).toEqual([{ name: 'li', isEditing: true }])
    expect(li.last()).toEqual([{ name: 'mei', isEditing: false }])
    const other = await visit(a, { name: 'wen', uId: '30123000046' })
    expect(other.last()).toEqual([])
    expect(li.last()).toHaveLength(1)
  })

  it('[ED.151] who closes the page is gone within two seconds, a page that opens anew never was', async () => {
    const li = await visit(a, { name: 'li' })
    const mei = await visit(b, { name: 'mei' })
    mei.leave()
    const again = await visit(b, { name: 'mei', isEditing: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(li.heard.slice(1).map(({ people }) => people.length)).not.toContain(0)
    expect(li.last()).toEqual([{ name: 'mei', isEditing: true }])
    again.leave()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(li.last()).toEqual([])
  })

  it('[ED.151] a node that dies takes its people with it after half a minute; the living stay', async () => {
    const li = await visit(a, { name: 'li' })
    await visit(a, { name: 'wen' })
    await visit(b, { name: 'mei' })
    expect(li.last().map(({ name }) => name)).toEqual(['mei', 'wen'])
    nodeB.isDead = true
    await vi.advanceTimersByTimeAsync(31_000)
    expect(li.last().map(({ name }) => name)).toEqual(['wen'])
  })

  it('[ED.151] tabs of one person count once, and editing stands out', async () => {
    const li = await visit(a, { name: 'li' })
    const tab = await visit(b, { name: 'mei', page: 'p1', isEditing: true })
    await visit(a, { name: 'mei', page: 'p2' })
    expect(li.last()).toEqual([{ name: 'mei', isEditing: true }])
    tab.leave()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(li.last()).toEqual([{ name: 'mei', isEditing: false }])
  })

  it('[ED.151] who may only read is never told of as editing, and speaks for nobody else', async () => {
    const li = await visit(a, { name: 'li' })
    await visit(b, { name: 'rita', isEditing: true, codes: ['index.data.read'] })
    expect(li.last()).toEqual([{ name: 'rita', isEditing: false }])
    const mei = await visit(b, { name: 'mei', page: 'id-li:p1' })
    mei.leave()
    await vi.advanceTimersByTimeAsync(2_000)
    const wen = await visit(b, { name: 'wen' })
    expect(wen.last().map(({ name }) => name)).toEqual(['li', 'rita'])
  })

  it('[ED.151] a goodbye that comes after the page has come again does not count', async () => {
    const li = await visit(a, { name: 'li' })
    const broken = await visit(b, { name: 'mei' })
    await visit(a, { name: 'mei' })
    broken.leave()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(li.last()).toEqual([{ name: 'mei', isEditing: false }])
  })
})
