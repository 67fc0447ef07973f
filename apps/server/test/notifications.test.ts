import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@qd/i18n'
import type { NotificationView } from '@qd/notifications/contract'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLive, speakTo, startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { LiveSocket, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
/** Has the game servers; the other one shares its database and key. */
let first: TestConsole
let second: ConsoleProcess

const settingsOf = (name: string) => ({
  DATABASE_URL: place.where.databaseUrl!,
  QD_DATA_DIR: join(folder, name),
  QD_LOG_LEVEL: 'error',
})

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'qd-notifications-'))
  first = await startTestConsole(settingsOf('first'))
  second = await startConsoleProcess({
    ...settingsOf('second'),
    QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
    QD_SANDBOX: 'off',
  })
})
afterAll(async () => {
  await second.stop()
  await first.dispose()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

const unread = (socket: LiveSocket, count: number) =>
  socket.next(({ channel, event }) => channel === 'notifications' && event?.['unread'] === count)

test('windows on two nodes hear of a sign-in on a new device, and of its being read', async () => {
  const here = await first.signIn('reader')
  const there = speakTo(second.url, here.token)
  const windows = [await openLive(first.url, here), await openLive(second.url, there)]
  for (const each of windows) await each.open('notifications')
  await Promise.all(windows.map((each) => unread(each, 0)))
  await first.signIn('reader')
  await Promise.all(windows.map((each) => unread(each, 1)))
  const read = async () =>
    (await there.post<{ list: NotificationView[] }>('/platform/notification/list', {}, { lang: 'en' })).body
      .data.list
  const [notification] = (await read()) as [NotificationView]
  expect(notification).toMatchObject({ kind: 'session.newDevice', isRead: false, page: '/account' })
  expect(notification.title).toContain('Your account signed in on a new device')
  await there.post('/platform/notification/read', { ids: [notification.id] })
  await Promise.all(windows.map((each) => unread(each, 0)))
  expect(await read()).toMatchObject([{ isRead: true }])
  for (const { socket } of windows) socket.close()
})

test('every kind that is declared has words in all ten languages', () => {
  const kinds = first.features.flatMap(({ notifications = [] }) => notifications)
  expect(kinds.length).toBeGreaterThan(3)
  const has = (name: string, part: string) =>
    LANGUAGES.filter((lang) => first.texts.has(lang, 'texts', `notify.${name}.${part}`))
  for (const { name } of kinds) {
    expect(has(name, 'title'), name).toEqual([...LANGUAGES])
    // Its name and its second sentence may be missing, but not in some languages alone.
    for (const part of ['name', 'text']) expect([0, LANGUAGES.length], name).toContain(has(name, part).length)
  }
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})
