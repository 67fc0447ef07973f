// Runs before the first paint, so that a dark page never flashes white while the program loads.
;(function () {
  let choice = 'system'
  try {
    const stored = JSON.parse(localStorage.getItem('qd.settings') || '{}')
    choice = (stored.state && stored.state.theme) || choice
  } catch {
    // Unreadable settings: the system's choice serves.
  }
  const isDark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  document.documentElement.style.background = isDark ? '#0e1217' : '#f5f7fa'
})()
