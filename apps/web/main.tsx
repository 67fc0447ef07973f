import { startTexts, useSettings } from '@qd/web-kit'
import '@qd/web-kit/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadTexts } from './boot/load-texts.ts'
import { reloadWithUId } from './boot/reload-with-uid.ts'
import './fonts.css'

async function start(): Promise<void> {
  if (reloadWithUId()) return
  await startTexts(loadTexts, useSettings.getState().language, ['kit'])
  const root = document.querySelector('#root')
  if (root === null) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start()
