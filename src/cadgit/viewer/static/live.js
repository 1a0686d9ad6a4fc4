// Where a page gets what it shows: from the server of a watch, or, in a page by itself, from the page.

const AGAIN = 1000; // ms between two attempts to find a server again
/** Of these the last one counts, so they have to arrive in the order in which they were asked for. */
const IN_ORDER = new Set(["show", "focus", "rerun"]);

/** The server that sent this page; it is looked for again for as long as the page is open. */
export class Server {
  constructor() {
    this.isLive = true;
    this.token = "";
    this.version = "";
    this.before = Promise.resolve();
  }

  /** Hear each state until the page is closed. A tab that nobody sees lets go: a browser has few connections to a host. */
  follow(onState, onConnection) {
    let stream = null;
    let waiting = 0;
    const listen = () => {
      clearTimeout(waiting);
      stream?.close();
      if (document.hidden) return;
      stream = new EventSource("/api/events");
      stream.addEventListener("hello", (event) => {
        const { token, cadgit } = JSON.parse(event.data);
        // Another cadgit sends other scripts.
        if (this.version && this.version !== cadgit) location.reload();
        this.token = token;
        this.version = cadgit;
        onConnection(true);
      });
      stream.addEventListener("state", (event) => onState(JSON.parse(event.data)));
      stream.onerror = () => {
        stream.close();
        onConnection(false);
        waiting = setTimeout(listen, AGAIN);
      };
    };
    document.addEventListener("visibilitychange", listen);
    listen();
  }

  model(candidate, key) {
    return this.fetch(`/api/model/${candidate}?key=${key}&by=${this.version}`);
  }

  ghost(candidate, version, key) {
    return this.fetch(`/api/ghost/${candidate}/${version.number}?key=${key}&of=${version.id}&by=${this.version}`);
  }

  picture(candidate) {
    return `/api/picture/${candidate}`;
  }

  /** Ask for something that changes something; returns the answer's fields, or the file for an export. */
  act(action, body) {
    if (!IN_ORDER.has(action)) return this.post(action, body);
    const answer = this.before.then(() => this.post(action, body));
    this.before = answer.catch(() => {});
    return answer;
  }

  post(action, body) {
    const headers = { "Content-Type": "application/json", "X-Cadgit-Token": this.token };
    return this.fetch(`/api/${action}`, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async fetch(path, options = {}) {
    let response;
    try {
      response = await fetch(path, options);
    } catch {
      throw new Error("the server does not answer");
    }
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    if (response.ok) return isJson ? response.json() : response;
    const { error } = isJson ? await response.json() : { error: { message: `the server says ${response.status}` } };
    throw Object.assign(new Error(error.message), { hint: error.hint ?? "" });
  }
}

/** What was written into the page: one candidate, as it was. */
export class Inlined {
  constructor(data) {
    this.isLive = false;
    this.data = data;
  }

  follow(onState) {
    onState(this.data.state);
  }

  async model() {
    if (!this.data.model) throw new Error(this.data.why || "there is no model");
    return this.data.model;
  }

  async ghost() {
    if (!this.data.ghost) throw new Error("there is no earlier version in this page");
    return this.data.ghost;
  }

  picture(candidate) {
    return this.data.pictures[candidate] ?? "";
  }
}
