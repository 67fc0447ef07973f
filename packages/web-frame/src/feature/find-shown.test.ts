import { expect, it } from 'vitest'
import { findShown } from './find-shown.ts'

it('finds what is in the tab in view, not what waits behind it', () => {
  document.body.innerHTML = `
    <div data-tab="a" style="display: none"><input id="behind" data-part /></div>
    <div data-tab="b"><input id="shown" data-part /></div>`
  expect(findShown('[data-part]')?.id).toBe('shown')
  expect(findShown('#behind')).toBeNull()
})
