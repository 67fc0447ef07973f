import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { frameState, linkList } from '../../contract/index.ts'
import ShortcutPage from './shortcut-page.tsx'

const links = [
  { id: '1', place: 'quick', name: '工单', url: 'https://tickets.example.org/list', target: 'page' },
] as const

function open(url: string, framing: 'allowed' | 'refused' | 'unknown' = 'allowed') {
  const api = fakeApi([fake(linkList, () => ({ list: [...links] })), fake(frameState, () => ({ framing }))])
  const path = `/shortcut?${new URLSearchParams({ url, name: '工单' })}`
  return renderWithApp(<ShortcutPage />, { path }).then((app) => ({ ...app, api }))
}

describe('shortcut page', () => {
  it('[S2.15] frames what a menu link leads to, without our origin, referrer or rights', async () => {
    await open('https://tickets.example.org/list/7?x=1')
    const frame = await screen.findByTitle('工单')
    expect(frame.getAttribute('src')).toBe('https://tickets.example.org/list/7?x=1')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(frame.getAttribute('allow')).toBe('')
  })

  it.each([
    'javascript:alert(document.domain)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://tickets.example.org@evil.example/list',
    'https://tickets.example.org.evil.example/list',
    'https://tickets.example.org/other',
    '//tickets.example.org/list',
    '#/index',
    '',
  ])('[S2.15] %j is framed by nobody', async (url) => {
    const { api } = await open(url)
    await screen.findByText('此地址不在菜单链接中')
    expect(document.querySelector('iframe')).toBeNull()
    expect(api.callsOf(frameState)).toHaveLength(0)
  })

  it('[S8.06] an address that may not be opened is told of in a box, once', async () => {
    const { user } = await open('https://evil.example/list')
    const box = await screen.findByRole('dialog', { name: '错误提示' })
    expect(box.textContent).toContain('此地址不在菜单链接中')
    expect(box.textContent).toContain('https://evil.example/list')
    await user.click(within(box).getByRole('button', { name: /确\s?定/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByText('此地址不在菜单链接中')
  })

  it('[S2.15] a site the browser blocks, because its link is newer than this page, is told of in words', async () => {
    await open('https://tickets.example.org/list')
    await screen.findByTitle('工单')
    const block = (blockedURI: string) => {
      const event = new Event('securitypolicyviolation')
      act(
        () =>
          void document.dispatchEvent(Object.assign(event, { effectiveDirective: 'frame-src', blockedURI })),
      )
    }
    block('https://elsewhere.example.org/list')
    expect(screen.queryByText('浏览器还不能在控制台内显示此站点')).toBeNull()
    block('https://tickets.example.org/list')
    await screen.findByText('浏览器还不能在控制台内显示此站点')
    expect(document.querySelector('iframe')).toBeNull()
    expect(screen.getByRole('button', { name: '重新加载控制台' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: '在新标签页打开' })).toHaveLength(2)
  })

  it('[S2.15] a site that refuses frames is offered in a tab of the browser', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = await open('https://tickets.example.org/list', 'refused')
    await screen.findByText('工单 不允许嵌入显示')
    expect(document.querySelector('iframe')).toBeNull()
    await user.click(screen.getAllByRole('button', { name: '在新标签页打开' })[1]!)
    expect(opened).toHaveBeenCalledWith('https://tickets.example.org/list', '_blank', 'noopener,noreferrer')
    opened.mockRestore()
  })
})
