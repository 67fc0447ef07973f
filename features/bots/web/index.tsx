import { lazyPart } from '@qd/web-base'
import { whenSessionEnds } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import './slots.ts'
import './texts.ts'

/** A draft that no editor took is nobody else's. */
function forgetDraft(): void {
  const forget = async (): Promise<void> => {
    const { useScenarioDraft } = await import('./record/scenario-draft.ts')
    useScenarioDraft.setState({ draft: null })
  }
  whenSessionEnds(() => void forget())
}

/** Scenarios, and bots that play them. */
export const webFeature: WebFeature = {
  name: 'bots',
  start: forgetDraft,
  pages: [
    {
      path: 'mock/bots/:jobId?',
      titleKey: 'title',
      component: lazyPart(() => import('./bots-page.tsx')),
      // A server, or a game record of the line.
      level: 2,
      permission: { routerName: 'mock', code: 'simulator.bots', type: 'job' },
      menu: { order: 76, group: 'other' },
    },
  ],
  slots: {
    jobActions: lazyPart(() =>
      import('./run/report-link.tsx').then((file) => ({ default: file.ReportLink })),
    ),
    belowTimeLine: lazyPart(() =>
      import('./strip/run-strip.tsx').then((file) => ({ default: file.RunStrip })),
    ),
    recordedFrames: lazyPart(() =>
      import('./record/recorded-scenario.tsx').then((file) => ({ default: file.RecordedScenario })),
    ),
  },
}
