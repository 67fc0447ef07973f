import { render, screen } from '@testing-library/react'
import { Button } from 'antd'
import { expect, it } from 'vitest'
import { ThemeProvider } from './theme-provider.tsx'

it('names a busy button by its words alone, and leaves nothing of the sign behind', () => {
  const drawn = (isBusy: boolean) => (
    <ThemeProvider>
      <Button loading={isBusy}>Run</Button>
    </ThemeProvider>
  )
  const { rerender } = render(drawn(false))
  rerender(drawn(true))
  expect(screen.getByRole('button', { name: 'Run' }).querySelector('svg')).not.toBeNull()
  rerender(drawn(false))
  expect(screen.getByRole('button', { name: 'Run' }).querySelector('svg')).toBeNull()
})
