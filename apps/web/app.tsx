import { ThemeProvider, currentLanguage, switchLanguage, useSettings } from '@qd/web-base'
import { queryClient } from '@qd/web-calls'
import { DialogHost, PageBlock, ToastHost } from '@qd/web-frame'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { HashRouter } from 'react-router'
import { AppRoutes } from './router.tsx'

function useLanguage(): void {
  const language = useSettings((state) => state.language)
  useEffect(() => {
    if (currentLanguage() === language) return
    void switchLanguage(language)
    // Names and sentences of answers are in the language they were asked in.
    void queryClient.invalidateQueries()
  }, [language])
}

/** The whole page: theme, data, routes, and the hosts of dialogs and messages beside them. */
export function App(): ReactNode {
  useLanguage()
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <HashRouter>
          <AppRoutes />
          <DialogHost />
        </HashRouter>
        <ToastHost />
        <PageBlock />
      </ThemeProvider>
    </QueryClientProvider>
  )
}
