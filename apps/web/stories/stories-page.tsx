import { ThemeProvider, useSettings } from '@qd/web-base'
import { SegmentedControl } from '@qd/web-controls'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'

interface StoryFile {
  title: string
  stories: Record<string, ComponentType>
}

const FILES = import.meta.glob<StoryFile>(
  ['../../../packages/web-*/src/**/*.story.tsx', '../../../features/*/web/**/*.story.tsx'],
  { eager: true },
)

/** Every part in its states: empty, loading, error, no permission, read-only, long text. Development only. */
export default function StoriesPage(): ReactNode {
  const theme = useSettings((state) => state.theme)
  const setTheme = useSettings((state) => state.setTheme)
  return (
    <ThemeProvider>
      <main style={{ padding: 24 }}>
        <SegmentedControl
          label="theme"
          value={theme}
          onChange={setTheme}
          segments={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: value }))}
        />
        {Object.entries(FILES).map(([file, { title, stories }]) => (
          <section key={file}>
            <h1 style={{ margin: '24px 0 8px', fontSize: 19 }}>{title}</h1>
            {Object.entries(stories).map(([name, Story]) => (
              <div key={name} style={{ marginBottom: 16 }}>
                <h2 style={{ marginBottom: 6, fontSize: 12, color: 'var(--qd-text-2)' }}>{name}</h2>
                <Suspense fallback={null}>
                  <Story />
                </Suspense>
              </div>
            ))}
          </section>
        ))}
      </main>
    </ThemeProvider>
  )
}
