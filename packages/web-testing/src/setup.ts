import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { noteComplaint, takeComplaints } from './complaints.ts'
import { rememberWindow } from './fresh-window.ts'

const putWindowBack = rememberWindow()

// What is waited for comes when it comes: a busy machine must not fail a test that would pass.
configure({ asyncUtilTimeout: 10_000 })

// Screens run without a browser: what jsdom lacks is filled in just far enough to render.
class NoResize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoResize as unknown as typeof ResizeObserver
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
})) as typeof window.matchMedia
Element.prototype.scrollIntoView ??= () => {}
// The text editor asks where its lines are, whenever it comes to it.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList

// antd measures scroll bars by a pseudo element, which jsdom only complains about.
const computedStyle = window.getComputedStyle.bind(window)
window.getComputedStyle = (element) => computedStyle(element)

// Without a layout nothing has a size; grids and lists get one, so that their virtual rows are drawn.
for (const [name, size] of Object.entries({ clientHeight: 480, clientWidth: 800 })) {
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return ['grid', 'list', 'listbox', 'tree'].includes(this.getAttribute('role') ?? '') ? size : 0
    },
  })
}

beforeEach(() => {
  takeComplaints()
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    noteComplaint(parts.map(String).join(' '))
  })
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
  expect(takeComplaints(), 'console.error was called').toEqual([])
})

afterAll(() => {
  vi.useRealTimers()
  putWindowBack()
  // State of modules goes with them: the next file evaluates everything that is ours anew.
  vi.resetModules()
})
