import { create } from 'zustand'

/** What Chromium and Edge offer while the page can be installed (Web App Manifest, incubated events). */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

interface InstallOffer {
  /** Asks the person, in the browser's own words; null while the browser offers nothing. */
  install: (() => void) | null
  /** Installed from this page. */
  isInstalled: boolean
}

export const useInstallOffer = create<InstallOffer>()(() => ({ install: null, isInstalled: false }))

/**
 * Keeps the browser's offer to install the console as a window of its own. It comes once, soon after the page has loaded,
 * so this runs before anything else waits. Where nothing is offered, nothing is shown.
 */
export function followInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The console's own menu offers it, and no bar of the browser beside.
    event.preventDefault()
    const offer = event as InstallEvent
    const install = () => {
      // An offer can be taken once; the browser makes another when it was refused.
      useInstallOffer.setState({ install: null })
      void offer.prompt()
    }
    useInstallOffer.setState({ install })
  })
  window.addEventListener('appinstalled', () => {
    useInstallOffer.setState({ install: null, isInstalled: true })
  })
}
