// A dialog over the page, closed by its button, by Back, by a click next to it, by a link that leaves it and by any other address.
import { h, type Child } from "../dom.js";
import { onStep } from "../views.js";

export interface Sheet {
  readonly dialog: HTMLDialogElement;
  /** Opens it. `head` contains the title, an element with the id `titleId`. */
  show(head: Child, ...body: Child[]): void;
}

/** For the level of modules: a sheet closes before the views follow the address, which may open another. */
export function sheet(titleId: string): Sheet {
  const leave = () => { if (onStep()) history.back(); else dialog.close(); }; // the event of Back closes it
  const dialog = h("dialog", {
    class: "sheet wide-sheet", "aria-labelledby": titleId,
    onclick: (event: Event) => {
      const target = event.target as HTMLElement;
      if (target === dialog || target.closest(".close")) leave();
      else if (target.closest(".evidence-link, .item-link")) dialog.close();
    },
    oncancel: (event: Event) => { event.preventDefault(); leave(); },
  });
  window.addEventListener("hashchange", () => dialog.close());
  window.addEventListener("popstate", () => dialog.close());
  return {
    dialog,
    show(head, ...body) {
      if (!dialog.isConnected) document.body.append(dialog);
      dialog.replaceChildren(h("div", { class: "sheet-body" },
        h("header", { class: "sheet-head" }, head, h("button", { class: "icon close", type: "button", "aria-label": "Close" }, "×")), ...body));
      dialog.showModal();
    },
  };
}
