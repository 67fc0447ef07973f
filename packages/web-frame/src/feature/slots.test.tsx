import { renderWithApp } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { PageErrorBoundary } from '../states/page-error-boundary.tsx'
import { Slot } from './slots.tsx'

const throwing = (message: string) =>
  function Part(): ReactNode {
    throw new Error(message)
  }
const LOST = 'Failed to fetch dynamically imported module: /assets/a.js'

async function show(message: string, isPage = false): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = (
    <PageErrorBoundary>
      <p>what stands around</p>
      <Slot name="banner" isPage={isPage} />
    </PageErrorBoundary>
  )
  await renderWithApp(page, {
    language: 'en',
    features: [{ name: 'a', pages: [], slots: { banner: throwing(message) } }],
  })
}

it('a part that could not be fetched takes nothing with it', async () => {
  await show(LOST)
  screen.getByText('what stands around')
})

it('a page that could not be fetched says so, and how to go on', async () => {
  await show(LOST, true)
  screen.getByText(/^A part of the page could not be loaded/)
  screen.getByRole('button', { name: 'Reload the page' })
})

it('any other fault of a part is told', async () => {
  await show('broken')
  screen.getByText('broken')
  expect(screen.queryByText('what stands around')).toBeNull()
})
