import { setServerZone, useSettings } from '@qd/web-base'
import { renderWithApp } from '@qd/web-testing'
import { act, screen } from '@testing-library/react'
import { afterEach, it } from 'vitest'
import { ZoneNote } from './zone-note.tsx'

afterEach(() =>
  act(() => {
    setServerZone(null)
    useSettings.setState({ timeZone: 'server' })
  }),
)

it("says whose zone the times are by, and when the server's is not known", async () => {
  await renderWithApp(<ZoneNote />)
  await screen.findByText(/^区服时区未知，时间按本机时区 UTC/)
  act(() => setServerZone(180))
  await screen.findByText('时间按区服时区 UTC+03:00，为真实时间')
  act(() => setServerZone(-300, 'line'))
  await screen.findByText('时间按线路时区 UTC-05:00，为真实时间')
  act(() => useSettings.setState({ timeZone: 'local' }))
  await screen.findByText(/^时间按本机时区 UTC/)
  act(() => useSettings.setState({ timeZone: 'utc' }))
  await screen.findByText('时间按 UTC')
})
