import { followInstallOffer, startTexts, useSettings } from '@qd/web-base'
import { followOtherTabs } from '@qd/web-calls'
import '@qd/web-base/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadTexts } from './boot/load-texts.ts'
import { reloadWithUId } from './boot/reload-with-uid.ts'
import { setTrustedTypes } from './boot/trusted-types.ts'
import './fonts/fonts.css'

async function start(): Promise<void> {
  setTrustedTypes()
  followInstallOffer()
  if (reloadWithUId()) return
  followOtherTabs()
  await startTexts(loadTexts, useSettings.getState().language, ['kit'])
  const root = document.querySelector('#root')
  if (root === null) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** A page whose program or texts did not come says so instead of loading for ever; texts of ours may be what is missing. */
function tellBrokenStart(cause: unknown): void {
  const place = document.querySelector('.qd-first-load')
  if (place !== null) {
    place.setAttribute('role', 'alert')
    place.textContent = '连接到服务器失败，请刷新页面 · Could not connect to the server. Reload the page.'
  }
  throw cause
}

start().catch(tellBrokenStart)
