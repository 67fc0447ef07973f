// Runs before the first paint, so that a dark page never flashes white while the program loads.
;(function () {
  function stored(name) {
    try {
      return JSON.parse(localStorage.getItem(name) || '{}').state || {}
    } catch {
      // Unreadable or closed to us: as if nothing were kept.
      return {}
    }
  }
  const settings = stored('qd.settings')
  const choice = settings.theme || 'system'
  const isDark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  document.documentElement.style.background = isDark ? '#0e1217' : '#f5f7fa'

  // What the program will ask for one after the other is loaded beside it.
  const mark = document.querySelector('meta[name=qd-preload]')
  if (mark === null) return
  const preloads = JSON.parse(mark.content)
  const language = settings.language || 'cn'
  const isSignedIn = Boolean(stored('qd.session').token)
  const files = [preloads.entryTexts[language]]
  if (isSignedIn) files.push(...preloads.signedIn, preloads.texts[language])
  if (isSignedIn && /^#\/index\/\d/.test(location.hash)) files.push(...preloads.player)
  for (const file of files.filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.href = './' + file
    document.head.append(link)
  }
})()
