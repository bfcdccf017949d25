// The checker of certificates as part of the Python module. Nothing here decides anything.
#include <cstdio>  // nanobind needs it, and not every C++ library brings it along

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "checker.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

class PythonChecker {
public:
    PythonChecker(const nb::bytes& header, nb::callable read)
        : checker_(std::string_view(header.c_str(), header.size()), [read = std::move(read)] {
              nb::gil_scoped_acquire acquire;
              const nb::bytes piece = nb::cast<nb::bytes>(read());
              return std::string(piece.c_str(), piece.size());
          }) {}

    void check(nb::object progress) {
        checker_.watch = [progress = std::move(progress)](std::uint64_t nodes) {
            nb::gil_scoped_acquire acquire;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress.is_none()) progress(nodes);
        };
        {
            nb::gil_scoped_release release;
            checker_.check();
        }
    }

    std::uint64_t nodes() const { return checker_.nodes(); }
    const check::Header& header() const { return checker_.header(); }

private:
    check::Checker checker_;
};

}  // namespace

void bind_checker(nb::module_& module) {
    nb::exception<check::Refused>(module, "Refused");
    nb::exception<check::NotACertificate>(module, "NotACertificate");
    nb::class_<PythonChecker>(module, "CertificateChecker")
        .def(nb::init<const nb::bytes&, nb::callable>(), "header"_a, "read"_a)
        .def("check", &PythonChecker::check, "progress"_a = nb::none())
        .def_prop_ro("nodes", &PythonChecker::nodes)
        .def_prop_ro("shape", [](const PythonChecker& self) { return self.header().shape; })
        .def_prop_ro("length", [](const PythonChecker& self) { return self.header().length; })
        .def_prop_ro("position", [](const PythonChecker& self) { return self.header().position; })
        .def_prop_ro("result", [](const PythonChecker& self) { return self.header().result_name; });
}

}  // namespace noughts
