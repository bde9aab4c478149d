// The panels in the order of their tabs. One that cannot be loaded says so in its own tab and
// leaves the others alone.

const NAMES = ['endgame', 'tactics', 'overlays', 'play', 'explain', 'calculator', 'patterns', 'check'];

const sheet = document.createElement('link');
sheet.rel = 'stylesheet';
sheet.href = new URL('./panels.css', import.meta.url).pathname;
document.head.append(sheet);

async function load(name) {
  try {
    return (await import(`./${name}.js`)).default;
  } catch (error) {
    console.error(`panel ${name} could not be loaded`, error);
    return { id: name, title: name, mount: (element) => element.append(`This panel could not be loaded: ${error.message}`) };
  }
}

export default await Promise.all(NAMES.map(load));
