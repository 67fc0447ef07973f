import { expect, it, vi } from 'vitest'
import { rememberWindow } from './fresh-window.ts'

it('puts back what a file changed about the window it shares', () => {
  const { matchMedia } = window
  const plainScroll = Element.prototype.scrollIntoView
  const putBack = rememberWindow()
  const heard = vi.fn()
  window.matchMedia = vi.fn()
  Element.prototype.scrollIntoView = vi.fn()
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {} })
  Object.assign(window, { left: 1 })
  window.addEventListener('online', heard)
  document.documentElement.lang = 'ja'
  document.body.append('left')
  document.title = 'left'
  location.hash = '#/left'
  localStorage.setItem('left', '1')
  sessionStorage.setItem('left', '1')

  putBack()

  window.dispatchEvent(new Event('online'))
  expect(heard).not.toHaveBeenCalled()
  expect(window.matchMedia).toBe(matchMedia)
  expect(Element.prototype.scrollIntoView).toBe(plainScroll)
  expect('clipboard' in navigator).toBe(false)
  expect('left' in window).toBe(false)
  expect(document.documentElement.lang).toBe('')
  expect(document.body.childNodes).toHaveLength(0)
  expect(document.title).toBe('')
  expect(location.hash).toBe('')
  expect(localStorage).toHaveLength(0)
  expect(sessionStorage).toHaveLength(0)
})

it('closes what would make a file another tab of the next one', async () => {
  const putBack = rememberWindow()
  const left = vi.fn()
  const channel = new BroadcastChannel('fresh-window')
  channel.addEventListener('message', left)
  putBack()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a channel, not of a window
  channel.postMessage('a timer came late')
  const [sender, receiver] = [new BroadcastChannel('fresh-window'), new BroadcastChannel('fresh-window')]
  const heard = new Promise((resolve) => receiver.addEventListener('message', resolve))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a channel, not of a window
  sender.postMessage('hello')
  await heard
  for (const channel of [sender, receiver]) channel.close()
  expect(left).not.toHaveBeenCalled()
})

it('lets what is put back be changed and put back again', () => {
  for (const name of ['first', 'second']) {
    const putBack = rememberWindow()
    document.title = name
    Object.assign(window, { left: name })
    putBack()
    expect([document.title, 'left' in window]).toEqual(['', false])
  }
})

it('state of modules does not outlive what the setup does after each file', async () => {
  const before = await import('./complaints.ts')
  before.noteComplaint('left')
  vi.resetModules()
  const after = await import('./complaints.ts')
  expect(after.takeComplaints()).toEqual([])
  expect(before.takeComplaints()).toEqual(['left'])
})
