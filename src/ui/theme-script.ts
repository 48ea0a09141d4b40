/** Sets the theme that was chosen in this browser, before the first paint; without a choice the system decides. */
export const themeScript = `try{let t=localStorage.getItem('theme');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}`;
